// SPDX-License-Identifier: BSD-3-Clause
// A generated program of MPI messages: point to point with all ways of completing requests, persistent
// requests, probes, collective operations, blocking and not, with and without MPI_IN_PLACE, calls that fail.
// All ranks take the same decisions. Each call is announced (announce.h). usage: random_mpi_messages SEED
// STEPS
#include "mpi_objects.h"

enum { kMessages = 6, kRanks = 8, kRoom = 4096 };

struct Comm {
  MPI_Comm comm;
  int rank, size;
};
static struct Comm comms[3];

static char sent[kMessages + kRanks][kRoom], received[kMessages + kRanks][kRoom];

static MPI_Datatype some_type(void) {
  const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR, MPI_LONG_LONG};
  return types[below(4)];
}

static void fill_sent(void) {
  for (int i = 0; i < kMessages + kRanks; i++) memset(sent[i], 1 + i + world_rank * 17, kRoom);
  memset(received, 0, sizeof received);
}

// ---- statuses as JSON

// Of a receive; a send's holds nothing but whether it failed.
static const char *status_of(const MPI_Status *s, int is_send, int failed) {
  static char room[128];
  int bytes = 0, class = 0;
  if (failed) PMPI_Error_class(s->MPI_ERROR, &class);
  PMPI_Get_count(s, MPI_BYTE, &bytes);
  if (failed)
    snprintf(room, sizeof room, "{\"error\":%d}", class);
  else if (is_send)
    snprintf(room, sizeof room, "{\"error\":null}");
  else
    snprintf(room, sizeof room, "{\"source\":%d,\"tag\":%d,\"error\":null,\"count\":%d}", s->MPI_SOURCE,
             s->MPI_TAG, bytes);
  return room;
}

// ---- requests

// Requests of an exchange: their handles now, and what each of them is.
struct Requests {
  int n, is_send[2 * kMessages + 2], ignore;
  MPI_Request request[2 * kMessages + 2];
  MPI_Status status[2 * kMessages + 2];
};

static void add(struct Requests *q, MPI_Request request, int is_send) {
  q->is_send[q->n] = is_send;
  q->request[q->n++] = request;
}

// The handles as they are before a call that completes some of them, and what has become of them after it.
static const long long *handles(const struct Requests *q) {
  static long long list[2 * kMessages + 2];
  for (int i = 0; i < q->n; i++) list[i] = R(q->request[i]);
  return list;
}
static void end_completed(const struct Requests *q, const long long *before) {
  for (int i = 0; i < q->n; i++)
    if (before[i] && q->request[i] == MPI_REQUEST_NULL) announce_end('R', before[i]);
}

// The statuses of n completed requests: of all in their order, or of those that indices names.
static const char *statuses_of(const struct Requests *q, int n, const int *indices, int failed) {
  static char room[2048];
  size_t used = 0;
  if (q->ignore || n < 0) return NULL;
  used += (size_t)snprintf(room, sizeof room, "[");
  for (int k = 0; k < n; k++)
    used += (size_t)snprintf(room + used, sizeof room - used, "%s%s", k ? "," : "",
                             status_of(&q->status[k], q->is_send[indices ? indices[k] : k], failed));
  snprintf(room + used, sizeof room - used, "]");
  return room;
}
#define STATUSES(q) ((q)->ignore ? MPI_STATUSES_IGNORE : (q)->status)
#define STATUS(q) ((q)->ignore ? MPI_STATUS_IGNORE : (q)->status)

static int in_status(void) {
  int class = 0;
  PMPI_Error_class(rc, &class);
  return class == MPI_ERR_IN_STATUS;
}

static void wait_one_by_one(struct Requests *q, int test) {
  for (int i = 0; i < q->n; i++) {
    for (int flag = 0; !flag;) {
      const long long before = R(q->request[i]);
      MPI_Status *status = q->ignore ? MPI_STATUS_IGNORE : &q->status[i];
      if (test)
        TRIED(MPI_Test, (&q->request[i], &flag, status), "request:hR flag:?i status:?j", before, flag,
              q->ignore || !flag ? NULL : status_of(status, q->is_send[i], 0));
      else
        TRIED(MPI_Wait, (&q->request[i], status), "request:hR status:?j", before,
              q->ignore ? NULL : status_of(status, q->is_send[i], 0));
      flag |= !test || rc != MPI_SUCCESS;
      if (before && q->request[i] == MPI_REQUEST_NULL) announce_end('R', before);
    }
  }
}

static void wait_all(struct Requests *q) {
  const long long *before = handles(q);
  rc = MPI_Waitall(q->n, q->request, STATUSES(q));
  digest_class();
  const int tells = rc == MPI_SUCCESS || in_status();
  announce("MPI_Waitall", rc, rc != MPI_SUCCESS, "count:i array_of_requests:[hR array_of_statuses:j", q->n,
           q->n, before, tells ? statuses_of(q, q->n, NULL, rc != MPI_SUCCESS) : NULL);
  end_completed(q, before);
  // An error ends the wait, though other requests are still to be completed.
  if (rc != MPI_SUCCESS) wait_one_by_one(q, 0);
}

static void wait_any(struct Requests *q) {
  for (int index = 0; index != MPI_UNDEFINED;) {
    const long long *before = handles(q);
    TRIED(MPI_Waitany, (q->n, q->request, &index, STATUS(q)),
          "count:i array_of_requests:[hR index:?i status:?j", q->n, q->n, before, index,
          q->ignore ? NULL : status_of(q->status, index != MPI_UNDEFINED && q->is_send[index], 0));
    end_completed(q, before);
    if (rc != MPI_SUCCESS) return;
  }
}

static void wait_some(struct Requests *q) {
  int indices[2 * kMessages + 2];
  for (int done = 0; done != MPI_UNDEFINED;) {
    const long long *before = handles(q);
    rc = MPI_Waitsome(q->n, q->request, &done, indices, STATUSES(q));
    const int tells = rc == MPI_SUCCESS || in_status(), n = done < 0 ? 0 : done;
    announce("MPI_Waitsome", rc, !tells,
             "incount:i array_of_requests:[hR outcount:?i array_of_indices:?[i array_of_statuses:?j", q->n,
             q->n, before, done, n, indices, statuses_of(q, n, indices, rc != MPI_SUCCESS));
    end_completed(q, before);
    if (!tells) return;
  }
}

static void test_all(struct Requests *q) {
  for (int flag = 0; !flag;) {
    const long long *before = handles(q);
    TRIED(MPI_Testall, (q->n, q->request, &flag, STATUSES(q)),
          "count:i array_of_requests:[hR flag:?i array_of_statuses:?j", q->n, q->n, before, flag,
          statuses_of(q, flag ? q->n : 0, NULL, 0));
    end_completed(q, before);
    if (rc != MPI_SUCCESS) return wait_all(q);
  }
}

static void test_any(struct Requests *q) {
  for (int index = 0, flag = 0; !flag || index != MPI_UNDEFINED;) {
    const long long *before = handles(q);
    TRIED(MPI_Testany, (q->n, q->request, &index, &flag, STATUS(q)),
          "count:i array_of_requests:[hR index:?i flag:?i status:?j", q->n, q->n, before, index, flag,
          q->ignore || !flag ? NULL : status_of(q->status, index != MPI_UNDEFINED && q->is_send[index], 0));
    end_completed(q, before);
    if (rc != MPI_SUCCESS) return wait_all(q);
  }
}

static void test_some(struct Requests *q) {
  int indices[2 * kMessages + 2];
  for (int done = 0; done != MPI_UNDEFINED;) {
    const long long *before = handles(q);
    rc = MPI_Testsome(q->n, q->request, &done, indices, STATUSES(q));
    const int tells = rc == MPI_SUCCESS || in_status(), n = done < 0 ? 0 : done;
    announce("MPI_Testsome", rc, !tells,
             "incount:i array_of_requests:[hR outcount:?i array_of_indices:?[i array_of_statuses:?j", q->n,
             q->n, before, done, n, indices, statuses_of(q, n, indices, rc != MPI_SUCCESS));
    end_completed(q, before);
    if (!tells) return wait_all(q);
  }
}

static void complete(struct Requests *q) {
  switch (below(8)) {
    case 0:
      return wait_any(q);
    case 1:
      return wait_some(q);
    case 2:
      return test_all(q);
    case 3:
      return test_any(q);
    case 4:
      return test_some(q);
    case 5:
      return wait_one_by_one(q, 0);
    case 6:
      return wait_one_by_one(q, 1);
    default:
      return wait_all(q);
  }
}

static void shuffle(struct Requests *q) {
  for (int i = q->n - 1; i > 0; i--) {
    const int k = below(i + 1), is_send = q->is_send[i];
    const MPI_Request request = q->request[i];
    add(q, MPI_REQUEST_NULL, 0);  // a place to swap through, which is taken away again
    q->n--;
    q->request[i] = q->request[k];
    q->is_send[i] = q->is_send[k];
    q->request[k] = request;
    q->is_send[k] = is_send;
  }
}

// ---- point to point

#define MESSAGE "count:i datatype:hT dest:i tag:i comm:hC"
#define RECEIVE "count:i datatype:hT source:i tag:i comm:hC"

static void post_send(struct Requests *q, const struct Comm *c, int k, int count, MPI_Datatype type, int to) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (one_in(3))
    CALL(MPI_Issend, (sent[k], count, type, to, k, c->comm, &request), MESSAGE " request:?nR", count, T(type),
         to, k, C(c->comm), R(request));
  else
    CALL(MPI_Isend, (sent[k], count, type, to, k, c->comm, &request), MESSAGE " request:?nR", count, T(type),
         to, k, C(c->comm), R(request));
  add(q, request, 1);
}

// Each rank sends some messages to the next one; now and then one is longer than what is there for it.
static void exchange(const struct Comm *c) {
  struct Requests q = {.ignore = one_in(3)};
  const int n = 1 + below(kMessages), truncated = one_in(12) ? below(n) : -1;
  const int next = (c->rank + 1) % c->size, previous = (c->rank + c->size - 1) % c->size;
  for (int k = 0; k < n; k++) {
    const int count = 2 + below(40), anybody = one_in(4);
    const MPI_Datatype type = some_type();
    const int from = anybody ? MPI_ANY_SOURCE : previous,
              room = k == truncated ? count - 1 : count + below(3);
    MPI_Request request = MPI_REQUEST_NULL;
    CALL(MPI_Irecv, (received[k], room, type, from, k, c->comm, &request), RECEIVE " request:?nR", room,
         T(type), from, k, C(c->comm), R(request));
    add(&q, request, 0);
    post_send(&q, c, k, count, type, next);
  }
  if (one_in(3)) add(&q, MPI_REQUEST_NULL, 0);
  shuffle(&q);
  if (truncated >= 0)
    wait_all(&q);
  else
    complete(&q);
  for (int k = 0; k < n; k++)
    if (k != truncated) digest(received[k], kRoom);
}

static void blocking(const struct Comm *c) {
  const int next = (c->rank + 1) % c->size, previous = (c->rank + c->size - 1) % c->size,
            count = 1 + below(30);
  const MPI_Datatype type = some_type();
  const int ignore = one_in(2), nobody = one_in(6), to = nobody ? MPI_PROC_NULL : next;
  const int from = nobody ? MPI_PROC_NULL : previous;
  MPI_Status status, *s = ignore ? MPI_STATUS_IGNORE : &status;
  const char *(*tell)(const MPI_Status *, int, int) = status_of;
  if (one_in(2)) {
    CALL(MPI_Sendrecv, (sent[0], count, type, to, 5, received[0], count, type, from, MPI_ANY_TAG, c->comm, s),
         "sendcount:i sendtype:hT dest:i sendtag:i recvcount:i recvtype:hT source:i recvtag:i comm:hC "
         "status:?j",
         count, T(type), to, 5, count, T(type), from, MPI_ANY_TAG, C(c->comm), ignore ? NULL : tell(s, 0, 0));
  } else if (one_in(2)) {
    CALL(MPI_Sendrecv_replace, (sent[1], count, type, to, 6, from, 6, c->comm, s),
         "count:i datatype:hT dest:i sendtag:i source:i recvtag:i comm:hC status:?j", count, T(type), to, 6,
         from, 6, C(c->comm), ignore ? NULL : tell(s, 0, 0));
  } else if (c->rank % 2 == 0 && c->rank + 1 < c->size) {
    CALL(MPI_Ssend, (sent[0], count, type, c->rank + 1, 7, c->comm), MESSAGE, count, T(type), c->rank + 1, 7,
         C(c->comm));
  } else if (c->rank % 2 == 1) {
    CALL(MPI_Recv, (received[0], count + 1, type, c->rank - 1, 7, c->comm, s), RECEIVE " status:?j",
         count + 1, T(type), c->rank - 1, 7, C(c->comm), ignore ? NULL : tell(s, 0, 0));
  }
  digest(received[0], kRoom);
}

static void receive_matched(const struct Comm *c, int previous, int count, MPI_Datatype type) {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  int flag = 0;
  if (one_in(2)) {
    TRIED(MPI_Mprobe, (previous, 9, c->comm, &message, &status),
          "source:i tag:i comm:hC message:?nM status:?j", previous, 9, C(c->comm), M(message),
          status_of(&status, 0, 0));
  } else {
    while (!flag)
      TRIED(MPI_Improbe, (previous, 9, c->comm, &flag, &message, &status),
            "source:i tag:i comm:hC flag:?i message:?nM status:?j", previous, 9, C(c->comm), flag,
            flag ? M(message) : 0LL, flag ? status_of(&status, 0, 0) : NULL);
  }
  const long long before = M(message);
  if (one_in(2)) {
    CALL(MPI_Mrecv, (received[0], count, type, &message, &status), "count:i datatype:hT message:cM status:?j",
         count, T(type), before, status_of(&status, 0, 0));
  } else {
    struct Requests q = {.ignore = 0};
    MPI_Request request = MPI_REQUEST_NULL;
    CALL(MPI_Imrecv, (received[0], count, type, &message, &request),
         "count:i datatype:hT message:cM request:?nR", count, T(type), before, R(request));
    add(&q, request, 0);
    wait_all(&q);
  }
}

static void probes(const struct Comm *c) {
  struct Requests q = {.ignore = 1};
  const int next = (c->rank + 1) % c->size, previous = (c->rank + c->size - 1) % c->size,
            count = 1 + below(30);
  const MPI_Datatype type = some_type();
  MPI_Status status;
  int flag = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  CALL(MPI_Isend, (sent[0], count, type, next, 9, c->comm, &request), MESSAGE " request:?nR", count, T(type),
       next, 9, C(c->comm), R(request));
  add(&q, request, 1);
  const int how = below(3);
  if (how == 0) {
    TRIED(MPI_Probe, (previous, 9, c->comm, &status), "source:i tag:i comm:hC status:?j", previous, 9,
          C(c->comm), status_of(&status, 0, 0));
  } else if (how == 1) {
    while (!flag)
      TRIED(MPI_Iprobe, (previous, 9, c->comm, &flag, &status), "source:i tag:i comm:hC flag:?i status:?j",
            previous, 9, C(c->comm), flag, flag ? status_of(&status, 0, 0) : NULL);
  }
  if (how == 2)
    receive_matched(c, previous, count, type);
  else
    CALL(MPI_Recv, (received[0], count, type, previous, 9, c->comm, MPI_STATUS_IGNORE), RECEIVE " status:j",
         count, T(type), previous, 9, C(c->comm), NULL);
  wait_all(&q);
  digest(received[0], kRoom);
}

// Requests that live on: started and completed several times, then freed.
static void persistent(const struct Comm *c) {
  struct Requests q = {.ignore = one_in(2)};
  const int next = (c->rank + 1) % c->size, previous = (c->rank + c->size - 1) % c->size,
            count = 1 + below(30);
  const int rounds = 1 + below(5), together = one_in(2);
  MPI_Request request = MPI_REQUEST_NULL;
  CALL(MPI_Recv_init, (received[0], count, MPI_INT, previous, 3, c->comm, &request), RECEIVE " request:?nR",
       count, T(MPI_INT), previous, 3, C(c->comm), R(request));
  add(&q, request, 0);
  CALL(MPI_Send_init, (sent[0], count, MPI_INT, next, 3, c->comm, &request), MESSAGE " request:?nR", count,
       T(MPI_INT), next, 3, C(c->comm), R(request));
  add(&q, request, 1);
  for (int i = 0; i < rounds; i++) {
    if (together)
      CALL(MPI_Startall, (q.n, q.request), "count:i array_of_requests:[hR", q.n, q.n, handles(&q));
    else
      for (int k = 0; k < q.n; k++) CALL(MPI_Start, (&q.request[k]), "request:hR", R(q.request[k]));
    wait_all(&q);
    digest(received[0], kRoom);
  }
  for (int k = 0; k < q.n; k++) {
    const long long before = R(q.request[k]);
    CALL(MPI_Request_free, (&q.request[k]), "request:cR", before);
  }
}

// A receive that nobody answers is cancelled; what it is now can be asked for.
static void cancelled(const struct Comm *c) {
  struct Requests q = {.ignore = 0};
  MPI_Request request = MPI_REQUEST_NULL;
  int flag = 0;
  CALL(MPI_Irecv, (received[0], 3, MPI_INT, c->rank, 77, c->comm, &request), RECEIVE " request:?nR", 3,
       T(MPI_INT), c->rank, 77, C(c->comm), R(request));
  CALL(MPI_Request_get_status, (request, &flag, q.status), "request:hR flag:?i status:?j", R(request), flag,
       flag ? status_of(q.status, 0, 0) : NULL);
  CALL(MPI_Cancel, (&request), "request:hR", R(request));
  const long long before = R(request);
  CALL(MPI_Wait, (&request, q.status), "request:hR", before);
  announce_end('R', before);
  CALL(MPI_Test_cancelled, (q.status, &flag), "flag:?i", flag);
}

// ---- collective operations

static int counts[kRanks], places[kRanks], other_counts[kRanks], other_places[kRanks], twos[kRanks],
    threes[kRanks];

// How much rank a has for rank b, on which all ranks must agree.
static int salt;
static int share(int a, int b) { return 1 + (a * 3 + b * 5 + salt) % 4; }

static void shares(const struct Comm *c, int of_pairs) {
  int at = 0, other = 0;
  salt = below(9);
  for (int i = 0; i < c->size; i++) {
    counts[i] = of_pairs ? share(c->rank, i) : share(i, 0);
    other_counts[i] = share(i, c->rank);
    places[i] = at;
    other_places[i] = other;
    at += counts[i] + below(2);
    other += other_counts[i] + below(2);
  }
}

// A number that only counts where it is `known`.
static const char *number(int n, int known) {
  static char rooms[4][16];
  static int next;
  char *room = rooms[next++ % 4];
  snprintf(room, sizeof rooms[0], "%d", n);
  return known ? room : NULL;
}

// Calls MPI_NAME, or, if there is a place for its request, MPI_INAME.
#define UNPACK(...) __VA_ARGS__
#define COLLECT(name, iname, arguments, format, ...)                                                   \
  do {                                                                                                 \
    MPI_Request request = MPI_REQUEST_NULL;                                                            \
    if (q) {                                                                                           \
      CALL(MPI_##iname, (UNPACK arguments, &request), format " request:?nR", __VA_ARGS__, R(request)); \
      add(q, request, 1);                                                                              \
    } else {                                                                                           \
      CALL(MPI_##name, arguments, format, __VA_ARGS__);                                                \
    }                                                                                                  \
  } while (0)

static void gather(const struct Comm *c, struct Requests *q) {
  const int root = below(c->size), mine = c->rank == root, n = mine ? c->size : -1, own = counts[c->rank];
  const void *from = one_in(3) && mine ? MPI_IN_PLACE : sent[0];
  const MPI_Datatype type = some_type();
  if (one_in(2))
    COLLECT(Gather, Igather, (from, 2, type, received[0], 2, type, root, c->comm),
            "sendbuf:j sendcount:i sendtype:hT recvcount:j recvtype:hT root:i comm:hC", PLACE(from), 2,
            T(type), number(2, mine), mine ? T(type) : 0LL, root, C(c->comm));
  else
    COLLECT(Gatherv, Igatherv, (from, own, type, received[0], counts, places, type, root, c->comm),
            "sendbuf:j sendcount:i sendtype:hT recvcounts:[i displs:[i recvtype:hT root:i comm:hC",
            PLACE(from), own, T(type), n, counts, n, places, mine ? T(type) : 0LL, root, C(c->comm));
}

static void scatter(const struct Comm *c, struct Requests *q) {
  const int root = below(c->size), mine = c->rank == root, n = mine ? c->size : -1, own = counts[c->rank];
  void *to = one_in(3) && mine ? MPI_IN_PLACE : received[0];
  const MPI_Datatype type = some_type();
  if (one_in(2))
    COLLECT(Scatter, Iscatter, (sent[0], 2, type, to, 2, type, root, c->comm),
            "sendcount:j sendtype:hT recvbuf:j recvcount:i recvtype:hT root:i comm:hC", number(2, mine),
            mine ? T(type) : 0LL, PLACE(to), 2, T(type), root, C(c->comm));
  else
    COLLECT(Scatterv, Iscatterv, (sent[0], counts, places, type, to, own, type, root, c->comm),
            "sendcounts:[i displs:[i sendtype:hT recvbuf:j recvcount:i recvtype:hT root:i comm:hC", n, counts,
            n, places, mine ? T(type) : 0LL, PLACE(to), own, T(type), root, C(c->comm));
}

static void gather_to_all(const struct Comm *c, struct Requests *q) {
  const void *from = one_in(3) ? MPI_IN_PLACE : sent[0];
  const MPI_Datatype type = some_type();
  const int own = counts[c->rank];
  if (one_in(2))
    COLLECT(Allgather, Iallgather, (from, 3, type, received[0], 3, type, c->comm),
            "sendbuf:j sendcount:i sendtype:hT recvcount:i recvtype:hT comm:hC", PLACE(from), 3, T(type), 3,
            T(type), C(c->comm));
  else
    COLLECT(Allgatherv, Iallgatherv, (from, own, type, received[0], counts, places, type, c->comm),
            "sendbuf:j sendcount:i sendtype:hT recvcounts:[i displs:[i recvtype:hT comm:hC", PLACE(from), own,
            T(type), c->size, counts, c->size, places, T(type), C(c->comm));
}

static void all_to_all(const struct Comm *c, struct Requests *q) {
  static MPI_Datatype types[kRanks];
  static int bytes[kRanks], other_bytes[kRanks];
  long long handles_[kRanks];
  const MPI_Datatype type = some_type();
  const int how = below(4), n = c->size;
  int size = 0;
  PMPI_Type_size(type, &size);
  for (int i = 0; i < n; i++) {
    types[i] = type;
    handles_[i] = T(type);
    bytes[i] = places[i] * size;
    other_bytes[i] = other_places[i] * size;
  }
  // With MPI_IN_PLACE both directions have the same counts, which the sender's are not recorded for.
  if (how == 0)
    COLLECT(Alltoall, Ialltoall, (sent[0], 2, type, received[0], 2, type, c->comm),
            "sendcount:i sendtype:hT recvcount:i recvtype:hT comm:hC", 2, T(type), 2, T(type), C(c->comm));
  else if (how == 1)
    COLLECT(Alltoallv, Ialltoallv,
            (sent[0], counts, places, type, received[0], other_counts, other_places, type, c->comm),
            "sendcounts:[i sdispls:[i sendtype:hT recvcounts:[i rdispls:[i recvtype:hT comm:hC", n, counts, n,
            places, T(type), n, other_counts, n, other_places, T(type), C(c->comm));
  else if (how == 2)
    COLLECT(Alltoallw, Ialltoallw,
            (sent[0], counts, bytes, types, received[0], other_counts, other_bytes, types, c->comm),
            "sendcounts:[i sdispls:[i sendtypes:[hT recvcounts:[i rdispls:[i recvtypes:[hT comm:hC", n,
            counts, n, bytes, n, handles_, n, other_counts, n, other_bytes, n, handles_, C(c->comm));
  else
    CALL(MPI_Alltoallv, (MPI_IN_PLACE, NULL, NULL, type, received[0], twos, threes, type, c->comm),
         "sendbuf:j sendcounts:[i sdispls:[i sendtype:hT recvcounts:[i rdispls:[i recvtype:hT comm:hC",
         PLACE(MPI_IN_PLACE), -1, NULL, -1, NULL, T(type), n, twos, n, threes, T(type), C(c->comm));
}

static void reduce(const struct Comm *c, struct Requests *q) {
  const MPI_Op ops[] = {MPI_SUM, MPI_MAX, MPI_BXOR};
  const MPI_Op op = ops[below(3)];
  const int root = below(c->size), n = 1 + below(20), in_place = one_in(3);
  const void *from = in_place && c->rank == root ? MPI_IN_PLACE : sent[0],
             *each = in_place ? MPI_IN_PLACE : sent[0];
  switch (below(6)) {
    case 0:
      COLLECT(Reduce, Ireduce, (from, received[0], n, MPI_INT, op, root, c->comm),
              "sendbuf:j count:i datatype:hT op:hO root:i comm:hC", PLACE(from), n, T(MPI_INT), O(op), root,
              C(c->comm));
      return;
    case 1:
      COLLECT(Reduce_scatter, Ireduce_scatter, (each, received[0], counts, MPI_INT, op, c->comm),
              "sendbuf:j recvcounts:[i datatype:hT op:hO comm:hC", PLACE(each), c->size, counts, T(MPI_INT),
              O(op), C(c->comm));
      return;
    case 2:
      COLLECT(Reduce_scatter_block, Ireduce_scatter_block, (each, received[0], n, MPI_INT, op, c->comm),
              "sendbuf:j recvcount:i datatype:hT op:hO comm:hC", PLACE(each), n, T(MPI_INT), O(op),
              C(c->comm));
      return;
    case 3:
      COLLECT(Scan, Iscan, (each, received[0], n, MPI_INT, op, c->comm),
              "sendbuf:j count:i datatype:hT op:hO comm:hC", PLACE(each), n, T(MPI_INT), O(op), C(c->comm));
      return;
    case 4:
      COLLECT(Exscan, Iexscan, (sent[0], received[0], n, MPI_INT, op, c->comm),
              "sendbuf:j count:i datatype:hT op:hO comm:hC", NULL, n, T(MPI_INT), O(op), C(c->comm));
      return;
    default:
      COLLECT(Allreduce, Iallreduce, (each, received[0], n, MPI_INT, op, c->comm),
              "sendbuf:j count:i datatype:hT op:hO comm:hC", PLACE(each), n, T(MPI_INT), O(op), C(c->comm));
      return;
  }
}

static void collective(const struct Comm *c) {
  struct Requests requests = {.ignore = one_in(2)}, *q = one_in(2) ? &requests : NULL;
  const int root = below(c->size), of_pairs = one_in(2);
  if (one_in(6)) COLLECT(Barrier, Ibarrier, (c->comm), "comm:hC", C(c->comm));
  if (one_in(6))
    COLLECT(Bcast, Ibcast, (sent[kMessages], 5, MPI_DOUBLE, root, c->comm),
            "count:i datatype:hT root:i comm:hC", 5, T(MPI_DOUBLE), root, C(c->comm));
  shares(c, of_pairs);
  const int how = below(of_pairs ? 1 : 4);
  if (of_pairs)
    all_to_all(c, q);
  else if (how == 0)
    gather(c, q);
  else if (how == 1)
    scatter(c, q);
  else if (how == 2)
    gather_to_all(c, q);
  else
    reduce(c, q);
  if (q) complete(q);
  digest(received[0], kRoom);
}

// ---- calls that fail, without a word to any other rank

static void failing(const struct Comm *c) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Status status;
  switch (below(7)) {
    case 0:
      CALL(MPI_Send, (sent[0], 1, MPI_INT, 1000, 0, c->comm), MESSAGE, 1, T(MPI_INT), 1000, 0, C(c->comm));
      return;
    case 1:
      CALL(MPI_Isend, (sent[0], -1, MPI_INT, 0, 0, c->comm, &request), MESSAGE " request:j", -1, T(MPI_INT),
           0, 0, C(c->comm), NULL);
      return;
    case 2:
      CALL(MPI_Recv, (received[0], 1, MPI_INT, 0, -5, c->comm, &status), RECEIVE " status:?j", 1, T(MPI_INT),
           0, -5, C(c->comm), NULL);
      return;
    case 3:
      CALL(MPI_Bcast, (sent[0], 1, MPI_INT, 99, c->comm), "count:i datatype:hT root:i comm:hC", 1, T(MPI_INT),
           99, C(c->comm));
      return;
    case 4:
      CALL(MPI_Send, (sent[0], 1, MPI_DATATYPE_NULL, 0, 0, c->comm), MESSAGE, 1, 0LL, 0, 0, C(c->comm));
      return;
    case 5:
      CALL(MPI_Gatherv, (sent[0], 1, MPI_INT, received[0], counts, places, MPI_INT, 50, c->comm),
           "sendcount:i sendtype:hT recvcounts:[i displs:[i root:i comm:hC", 1, T(MPI_INT), -1, NULL, -1,
           NULL, 50, C(c->comm));
      return;
    default:
      CALL(MPI_Allreduce, (sent[0], received[0], 1, MPI_INT, MPI_OP_NULL, c->comm),
           "count:i datatype:hT op:hO comm:hC", 1, T(MPI_INT), 0LL, C(c->comm));
      return;
  }
}

// ---- the whole

static void step(void) {
  const struct Comm *c = &comms[below(3)];
  const int what = below(100);
  fill_sent();
  if (what < 30) return exchange(c);
  if (what < 42) return blocking(c);
  if (what < 52) return probes(c);
  if (what < 60) return persistent(c);
  if (what < 64) return cancelled(c);
  if (what < 92) return collective(c);
  failing(c);
}

static void ask(struct Comm *c) {
  PMPI_Comm_rank(c->comm, &c->rank);
  PMPI_Comm_size(c->comm, &c->size);
}

int main(int argc, char **argv) {
  const long seed = argc > 1 ? atol(argv[1]) : 1;
  const int steps = argc > 2 ? atoi(argv[2]) : 100;
  begin(&argc, &argv);
  comms[0].comm = MPI_COMM_WORLD;
  CALL(MPI_Comm_dup, (MPI_COMM_WORLD, &comms[1].comm), "comm:hC newcomm:?nC", C(MPI_COMM_WORLD),
       C(comms[1].comm));
  CALL(MPI_Comm_split, (MPI_COMM_WORLD, world_rank % 2, -world_rank, &comms[2].comm),
       "comm:hC color:i key:i newcomm:?nC", C(MPI_COMM_WORLD), world_rank % 2, -world_rank, C(comms[2].comm));
  for (int i = 0; i < 3; i++) ask(&comms[i]);
  for (int i = 0; i < kRanks; i++) twos[i] = 2, threes[i] = 3 * i;
  for (int i = 0; i < steps; i++) {
    begin_step(seed, i);
    step();
  }
  for (int i = 1; i < 3; i++) {
    const long long before = C(comms[i].comm);
    CALL(MPI_Comm_free, (&comms[i].comm), "comm:cC", before);
  }
  MPI_Finalize();
  save(world_rank);
  return 0;
}
