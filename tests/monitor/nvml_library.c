/* A library with the calls of NVML that the monitor makes, for tests: the real nvidia-ml-py loads it as libnvidia-ml.so.1.
 *
 * Its machine is eight H100 SXM5 under a load that never changes, so that a test knows every value. `desk_*` change it: GPUs are taken away,
 * lost, slowed, given MIG instances, an XID is raised. Layouts of structures and numbers of fields are those of the public header nvml.h,
 * API version 13. DESK_PLAY names a file of values that another program writes anew as it likes, for a look at moving load. Compiled with -DOLD it lacks what drivers before R510 lack, with -DEMPTY it finds no driver.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define EXPORT __attribute__((visibility("default")))
#define MOST 16
#define MIG_MOST 7

enum { OK = 0, UNINITIALIZED = 1, INVALID = 2, UNSUPPORTED = 3, NO_PERMISSION = 4, NOT_FOUND = 6, SMALL = 7, NO_DRIVER = 9, TIMEOUT = 10, LOST = 15 };

typedef struct gpu {
    int index, lost, mig, silent, graphics, gpm, asleep_calls, mig_parent, mig_number;
    char name[96], uuid[80];
    unsigned long long total, reserved, used;
    unsigned temperature, busy, memory_busy, power_mw, limit_mw, reasons;
    int unified, no_permission, hung;
    unsigned slow_us, sm_mhz, memory_mhz;
    int process_count;
    struct { unsigned pid, busy; unsigned long long mib; } processes[MOST];
} gpu_t;

static gpu_t gpus[MOST], slices[MOST][MIG_MOST];
static int count = 8, slice_count[MOST];
static unsigned delay_us;
static unsigned long long calls;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t raised = PTHREAD_COND_INITIALIZER;
static unsigned long long counted_bytes[MOST], energy_mj[MOST];
#define LINKS 18
#define COUNTERS 5
static unsigned long long link_errors[MOST][LINKS][COUNTERS];
static int uncounted[MOST], without_cpus[MOST];

/* What the links of GPU 2 have counted: all of its sums by one of them. */
static void fill_links(void) {
    memset(link_errors, 0, sizeof link_errors); memset(uncounted, 0, sizeof uncounted); memset(without_cpus, 0, sizeof without_cpus);
    link_errors[2][5][0] = link_errors[2][5][2] = 40; link_errors[2][5][1] = 1;
}

static void fill(gpu_t *g, int i) {
    memset(g, 0, sizeof *g);
    g->index = i;
    snprintf(g->name, sizeof g->name, "NVIDIA H100 80GB HBM3");
    snprintf(g->uuid, sizeof g->uuid, "GPU-00000000-0000-4000-8000-%012d", i);
    g->total = 81559ULL << 20; g->reserved = 480ULL << 20; g->used = 40000ULL << 20;
    g->temperature = 60 + i; g->busy = 90; g->memory_busy = 40; g->power_mw = 650000; g->limit_mw = 700000;
    g->gpm = 1; g->mig_parent = -1;
}

/* Of a program that is started anew: DESK_GPUS "count;name;total MiB;used MiB" is what the machine has. */
static void as_asked(void) {
    const char *asked = getenv("DESK_GPUS");
    char name[96];
    unsigned long long total, used;
    int many;
    if (asked == NULL || sscanf(asked, "%d;%95[^;];%llu;%llu", &many, name, &total, &used) != 4) return;
    count = many < MOST ? many : MOST;
    for (int i = 0; i < count; i++) {
        snprintf(gpus[i].name, sizeof gpus[i].name, "%s", name);
        gpus[i].total = total << 20; gpus[i].used = used << 20;
        gpus[i].unified = total == 0;
    }
}

__attribute__((constructor)) static void start(void) { fill_links(); for (int i = 0; i < MOST; i++) fill(&gpus[i], i); as_asked(); }

static int event_gpu = -1;
static unsigned long long event_xid, registered[MOST];
static pthread_mutex_t playing = PTHREAD_MUTEX_INITIALIZER;
static struct timespec played;
static unsigned long long play_us, xid_told;

/* Lines of the file of DESK_PLAY: "gpu N mib busy memory_busy celsius mw limit_mw mhz reasons lost", "process N pid mib busy" (behind its GPU),
 * "xid N number serial": raised once for each serial. It is read at most every 100 ms, and only where it is another than before. */
static void play(void) {
    const char *path = getenv("DESK_PLAY");
    struct timespec now;
    struct stat told;
    char line[256];
    if (path == NULL) return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    unsigned long long us = (unsigned long long)now.tv_sec * 1000000ULL + (unsigned long long)now.tv_nsec / 1000ULL;
    /* A thread that comes while another one reads the file waits, so that no GPU is seen half changed. */
    pthread_mutex_lock(&playing);
    FILE *file = NULL;
    if (us - play_us >= 100000 && stat(path, &told) == 0 && (told.st_mtim.tv_sec != played.tv_sec || told.st_mtim.tv_nsec != played.tv_nsec)) {
        play_us = us; played = told.st_mtim;
        file = fopen(path, "r");
    }
    while (file != NULL && fgets(line, sizeof line, file)) {
        unsigned i, pid, busy, memory_busy, c, mw, limit_mw, mhz, reasons, lost;
        unsigned long long mib, xid, serial;
        if (sscanf(line, "gpu %u %llu %u %u %u %u %u %u %x %u", &i, &mib, &busy, &memory_busy, &c, &mw, &limit_mw, &mhz, &reasons, &lost) == 10 && i < MOST) {
            gpu_t *g = &gpus[i];
            g->used = mib << 20; g->busy = busy; g->memory_busy = memory_busy; g->temperature = c; g->power_mw = mw; g->limit_mw = limit_mw;
            g->sm_mhz = mhz; g->memory_mhz = 10001; g->reasons = reasons; g->lost = (int)lost; g->graphics = 1; g->gpm = 0; g->process_count = 0;
        } else if (sscanf(line, "process %u %u %llu %u", &i, &pid, &mib, &busy) == 4 && i < MOST && gpus[i].process_count < MOST) {
            int k = gpus[i].process_count;
            gpus[i].processes[k].pid = pid; gpus[i].processes[k].mib = mib; gpus[i].processes[k].busy = busy; gpus[i].process_count = k + 1;
        } else if (sscanf(line, "xid %u %llu %llu", &i, &xid, &serial) == 3 && i < MOST && serial > xid_told) {
            pthread_mutex_lock(&gate);
            if (registered[i]) { event_gpu = (int)i; event_xid = xid; xid_told = serial; pthread_cond_broadcast(&raised); }
            pthread_mutex_unlock(&gate);
        }
    }
    if (file != NULL) fclose(file);
    pthread_mutex_unlock(&playing);
}

/* Every call goes through here: it takes the time asked for and finds lost GPUs. */
static int unloaded;
static int reach(const volatile gpu_t *g) {
    calls++;
    play();
    if (unloaded) return UNINITIALIZED;
    if (delay_us) { struct timespec t = {delay_us / 1000000, (long)(delay_us % 1000000) * 1000}; nanosleep(&t, NULL); }
    if (g == NULL) return INVALID;
    while (g->hung || g->slow_us) { struct timespec t = {0, g->hung ? 1000000 : (long)g->slow_us * 1000}; nanosleep(&t, NULL); if (!g->hung) break; }
    if (g->lost || (g->mig_parent >= 0 && gpus[g->mig_parent].lost)) return LOST;
    return OK;
}
static int parted(const gpu_t *g) { return g->mig || g->mig_parent >= 0; }
#define REACH(g) do { int r_ = reach(g); if (r_) return r_; } while (0)

/* what tests change */
EXPORT void desk_unload(int gone) { unloaded = gone; }
/* A file of the test before is forgotten: the first call reads the new one, however soon it comes. */
EXPORT void desk_reset(void) {
    pthread_mutex_lock(&playing);
    play_us = 0; memset(&played, 0, sizeof played); fill_links();
    for (int i = 0; i < MOST; i++) { fill(&gpus[i], i); slice_count[i] = 0; registered[i] = counted_bytes[i] = energy_mj[i] = 0; }
    count = 8; unloaded = 0; delay_us = 0; calls = 0; event_gpu = -1; as_asked();
    pthread_mutex_unlock(&playing);
}
EXPORT void desk_link(int i, int link, int counter, unsigned long long n) { link_errors[i][link][counter] = n; }
EXPORT void desk_uncounted(int i) { uncounted[i] = 1; }
EXPORT void desk_without_cpus(int i) { without_cpus[i] = 1; }
EXPORT void desk_count(int n) { count = n; }
EXPORT void desk_lose(int i) { gpus[i].lost = 1; }
EXPORT void desk_find(int i) { gpus[i].lost = 0; }
EXPORT void desk_hang(int i, int on) { gpus[i].hung = on; }
static volatile int start_hung;
EXPORT void desk_hang_start(int on) { start_hung = on; }
EXPORT void desk_slow(int i, unsigned us) { gpus[i].slow_us = us; }
EXPORT void desk_delay(unsigned us) { delay_us = us; }
EXPORT unsigned long long desk_calls(void) { return calls; }
EXPORT void desk_name(int i, const char *name) { snprintf(gpus[i].name, sizeof gpus[i].name, "%s", name); }
EXPORT void desk_consumer(int i) { gpus[i].graphics = 1; gpus[i].gpm = 0; }
EXPORT void desk_unified(int i) { gpus[i].unified = 1; }
EXPORT void desk_forbid(int i) { gpus[i].no_permission = 1; }
EXPORT void desk_use(int i, unsigned long long mib, unsigned busy) { gpus[i].used = mib << 20; gpus[i].busy = busy; }
EXPORT void desk_process(int i, unsigned pid, unsigned long long mib, unsigned busy) {
    int k = gpus[i].process_count;
    if (k == MOST) return;
    gpus[i].processes[k].pid = pid; gpus[i].processes[k].mib = mib; gpus[i].processes[k].busy = busy; gpus[i].process_count = k + 1;
}
EXPORT void desk_hot(int i, unsigned celsius, unsigned reasons) { gpus[i].temperature = celsius; gpus[i].reasons = reasons; }
EXPORT void desk_pass(int i, unsigned long long bytes, unsigned long long mj) { counted_bytes[i] += bytes; energy_mj[i] += mj; }
EXPORT void desk_mig(int i, int n) {
    gpus[i].mig = 1; slice_count[i] = n;
    for (int k = 0; k < n; k++) {
        gpu_t *s = &slices[i][k];
        fill(s, k);
        snprintf(s->name, sizeof s->name, "NVIDIA H100 80GB HBM3 MIG 1g.10gb");
        snprintf(s->uuid, sizeof s->uuid, "MIG-%08d-0000-4000-8000-%012d", i, k);
        s->total = 9984ULL << 20; s->reserved = 15ULL << 20; s->used = 1000ULL << 20; s->mig_parent = i; s->mig_number = k;
    }
}
EXPORT void desk_xid(int i, unsigned long long xid) {
    pthread_mutex_lock(&gate);
    if (registered[i]) { event_gpu = i; event_xid = xid; pthread_cond_broadcast(&raised); }
    pthread_mutex_unlock(&gate);
}

/* the library as such */
EXPORT int nvmlInitWithFlags(unsigned flags) {
    (void)flags;
    while (start_hung) { struct timespec t = {0, 1000000}; nanosleep(&t, NULL); }
#ifdef EMPTY
    return NO_DRIVER;
#else
    return OK;
#endif
}
EXPORT int nvmlShutdown(void) { return OK; }
EXPORT const char *nvmlErrorString(int r) { static char text[32]; snprintf(text, sizeof text, "error %d", r); return text; }
EXPORT int nvmlSystemGetDriverVersion(char *s, unsigned n) { snprintf(s, n, "580.95.05"); return OK; }
EXPORT int nvmlSystemGetNVMLVersion(char *s, unsigned n) { snprintf(s, n, "13.580.95.05"); return OK; }
EXPORT int nvmlSystemGetCudaDriverVersion_v2(int *v) { *v = 13000; return OK; }
EXPORT int nvmlSystemGetProcessName(unsigned pid, char *s, unsigned n) { (void)pid; snprintf(s, n, "python\xff train.py"); return OK; }
EXPORT int nvmlDeviceGetCount_v2(unsigned *n) { if (unloaded) return UNINITIALIZED; *n = (unsigned)count; return OK; }
EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned i, gpu_t **g) {
    if ((int)i >= count) return INVALID;
    if (gpus[i].lost) return LOST;
    if (gpus[i].no_permission) return NO_PERMISSION;
    *g = &gpus[i];
    return OK;
}

/* what a GPU is */
EXPORT int nvmlDeviceGetName(gpu_t *g, char *s, unsigned n) { REACH(g); snprintf(s, n, "%s", g->name); return OK; }
EXPORT int nvmlDeviceGetUUID(gpu_t *g, char *s, unsigned n) { REACH(g); snprintf(s, n, "%s", g->uuid); return OK; }
EXPORT int nvmlDeviceGetIndex(gpu_t *g, unsigned *index) { REACH(g); *index = (unsigned)g->index; return OK; }
EXPORT int nvmlDeviceGetSerial(gpu_t *g, char *s, unsigned n) { REACH(g); if (g->graphics) return UNSUPPORTED; snprintf(s, n, "16500220%05d", g->index); return OK; }
typedef struct { unsigned version; unsigned char guid[16], chassis[16], slot, tray, host, peer, module; } platform_t;
EXPORT int nvmlDeviceGetPlatformInfo(gpu_t *g, platform_t *p) {
    REACH(g);
    if (g->graphics) return UNSUPPORTED;
    memset(p->guid, 0xd5, sizeof p->guid); memset(p->chassis, 0, sizeof p->chassis);
    snprintf((char *)p->chassis, sizeof p->chassis, "1820525190043");
    p->slot = 25; p->tray = 14; p->host = 1; p->peer = 1; p->module = (unsigned char)(g->index + 1);
    return OK;
}
EXPORT int nvmlDeviceGetBoardPartNumber(gpu_t *g, char *s, unsigned n) { REACH(g); if (g->graphics) return UNSUPPORTED; snprintf(s, n, "692-2G520-0200-000"); return OK; }
EXPORT int nvmlDeviceGetVbiosVersion(gpu_t *g, char *s, unsigned n) { REACH(g); snprintf(s, n, "96.00.A5.00.01"); return OK; }
EXPORT int nvmlDeviceGetCudaComputeCapability(gpu_t *g, int *major, int *minor) { REACH(g); *major = 9; *minor = 0; return OK; }
EXPORT int nvmlDeviceGetPersistenceMode(gpu_t *g, unsigned *on) { REACH(g); *on = 1; return OK; }
EXPORT int nvmlDeviceGetEccMode(gpu_t *g, unsigned *now, unsigned *next) { REACH(g); if (g->graphics) return UNSUPPORTED; *now = *next = 1; return OK; }
typedef struct { char legacy[16]; unsigned domain, bus, device, id, subsystem; char bus_id[32]; } pci_t;
EXPORT int nvmlDeviceGetPciInfo_v3(gpu_t *g, pci_t *p) {
    REACH(g);
    memset(p, 0, sizeof *p);
    p->bus = 0x18u + (unsigned)g->index * 0x11u; p->id = 0x233010de;
    snprintf(p->bus_id, sizeof p->bus_id, "00000000:%02X:00.0", p->bus);
    return OK;
}
EXPORT int nvmlDeviceGetNumaNodeId(gpu_t *g, unsigned *node) { REACH(g); *node = g->index < 4 ? 0 : 1; return OK; }
/* Two sockets of 32 cores with two threads each: 0-31 and 64-95, 32-63 and 96-127. */
EXPORT int nvmlDeviceGetCpuAffinity(gpu_t *g, unsigned n, unsigned long *words) {
    REACH(g);
    if (without_cpus[g->index]) return UNSUPPORTED;
    if (n < 2) return SMALL;
    memset(words, 0, n * sizeof *words);
    words[0] = words[1] = g->index < 4 ? 0xffffffffUL : 0xffffffff00000000UL;
    return OK;
}
/* GPUs of one half read each other's memory; those of the other half are too far, as they are cards without P2P where they are consumers'. */
EXPORT int nvmlDeviceGetP2PStatus(gpu_t *a, gpu_t *b, unsigned what, unsigned *status) { REACH(a); REACH(b); (void)what; *status = a->graphics ? 2 : (a->index < 4) == (b->index < 4) ? 0 : 3; return OK; }
EXPORT int nvmlDeviceGetTopologyCommonAncestor(gpu_t *a, gpu_t *b, unsigned *level) { REACH(a); REACH(b); *level = (a->index < 4) == (b->index < 4) ? 40 : 50; return OK; }

/* what it does now */
typedef struct { unsigned version; unsigned long long total, reserved, free, used; } memory_v2_t;
EXPORT int nvmlDeviceGetMemoryInfo_v2(gpu_t *g, memory_v2_t *m) {
    REACH(g);
    if (g->unified) return UNSUPPORTED;
    m->total = g->total; m->reserved = g->reserved; m->used = g->used; m->free = g->total - g->reserved - g->used;
    return OK;
}
typedef struct { unsigned long long total, free, used; } memory_t;
EXPORT int nvmlDeviceGetMemoryInfo(gpu_t *g, memory_t *m) {
    REACH(g);
    if (g->unified) return UNSUPPORTED;
    m->total = g->total; m->used = g->used + g->reserved; m->free = g->total - m->used;
    return OK;
}
/* asked by other programs alone */
EXPORT int nvmlDeviceGetPowerManagementLimit(gpu_t *g, unsigned *mw) { REACH(g); *mw = 700000; return OK; }
EXPORT int nvmlDeviceGetDisplayActive(gpu_t *g, unsigned *on) { REACH(g); *on = 0; return OK; }
EXPORT int nvmlDeviceGetDisplayMode(gpu_t *g, unsigned *on) { REACH(g); *on = 0; return OK; }
EXPORT int nvmlDeviceGetComputeMode(gpu_t *g, unsigned *mode) { REACH(g); *mode = 0; return OK; }
EXPORT int nvmlDeviceGetDriverModel(gpu_t *g, unsigned *now, unsigned *next) { (void)now; (void)next; REACH(g); return UNSUPPORTED; }
EXPORT int nvmlDeviceGetDriverModel_v2(gpu_t *g, unsigned *now, unsigned *next) { return nvmlDeviceGetDriverModel(g, now, next); }
EXPORT int nvmlDeviceGetUtilizationRates(gpu_t *g, unsigned *both) { REACH(g); if (parted(g)) return UNSUPPORTED; both[0] = g->busy; both[1] = g->memory_busy; return OK; }
EXPORT int nvmlDeviceGetEncoderUtilization(gpu_t *g, unsigned *share, unsigned *period) { REACH(g); if (parted(g)) return UNSUPPORTED; *share = 0; *period = 167000; return OK; }
EXPORT int nvmlDeviceGetDecoderUtilization(gpu_t *g, unsigned *share, unsigned *period) { return nvmlDeviceGetEncoderUtilization(g, share, period); }
EXPORT int nvmlDeviceGetTemperature(gpu_t *g, unsigned sensor, unsigned *c) { (void)sensor; REACH(g); if (g->mig_parent >= 0) return UNSUPPORTED; *c = g->temperature; return OK; }
EXPORT int nvmlDeviceGetTemperatureThreshold(gpu_t *g, unsigned which, unsigned *c) { REACH(g); if (which > 3) return UNSUPPORTED; *c = which == 0 ? 92 : which == 1 ? 89 : which == 2 ? 95 : 87; return OK; }
EXPORT int nvmlDeviceGetFanSpeed(gpu_t *g, unsigned *share) { REACH(g); if (!g->graphics) return UNSUPPORTED; *share = 45; return OK; }
EXPORT int nvmlDeviceGetPowerUsage(gpu_t *g, unsigned *mw) { REACH(g); if (g->mig_parent >= 0) return UNSUPPORTED; *mw = g->power_mw; return OK; }
EXPORT int nvmlDeviceGetEnforcedPowerLimit(gpu_t *g, unsigned *mw) { REACH(g); if (g->mig_parent >= 0) return UNSUPPORTED; *mw = g->limit_mw; return OK; }
EXPORT int nvmlDeviceGetPowerManagementDefaultLimit(gpu_t *g, unsigned *mw) { return nvmlDeviceGetEnforcedPowerLimit(g, mw); }
EXPORT int nvmlDeviceGetPowerManagementLimitConstraints(gpu_t *g, unsigned *low, unsigned *high) { REACH(g); *low = 200000; *high = 700000; return OK; }
EXPORT int nvmlDeviceGetTotalEnergyConsumption(gpu_t *g, unsigned long long *mj) { REACH(g); if (g->mig_parent >= 0) return UNSUPPORTED; *mj = 1000000 + energy_mj[g->index]; return OK; }
EXPORT int nvmlDeviceGetClockInfo(gpu_t *g, unsigned kind, unsigned *mhz) { REACH(g); static const unsigned now[4] = {1755, 1755, 2619, 1395}; if (kind > 3) return INVALID; *mhz = !g->sm_mhz ? now[kind] : kind == 2 ? g->memory_mhz : g->sm_mhz; return OK; }
EXPORT int nvmlDeviceGetMaxClockInfo(gpu_t *g, unsigned kind, unsigned *mhz) { REACH(g); static const unsigned most[4] = {1980, 1980, 2619, 1545}; if (kind > 3) return INVALID; *mhz = !g->sm_mhz ? most[kind] : kind == 2 ? g->memory_mhz : 2520; return OK; }
EXPORT int nvmlDeviceGetPerformanceState(gpu_t *g, unsigned *state) { REACH(g); *state = 0; return OK; }
#ifdef OLD
EXPORT int nvmlDeviceGetCurrentClocksThrottleReasons(gpu_t *g, unsigned long long *r) { REACH(g); *r = g->reasons; return OK; }
#else
EXPORT int nvmlDeviceGetCurrentClocksEventReasons(gpu_t *g, unsigned long long *r) { REACH(g); *r = g->reasons; return OK; }
#endif
EXPORT int nvmlDeviceGetPcieThroughput(gpu_t *g, unsigned which, unsigned *kb_s) { (void)which; struct timespec t = {0, 20000000}; nanosleep(&t, NULL); REACH(g); *kb_s = 500; return OK; }
EXPORT int nvmlDeviceGetCurrPcieLinkGeneration(gpu_t *g, unsigned *n) { REACH(g); *n = 5; return OK; }
EXPORT int nvmlDeviceGetCurrPcieLinkWidth(gpu_t *g, unsigned *n) { REACH(g); *n = g->index == 3 ? 8 : 16; return OK; }
EXPORT int nvmlDeviceGetMaxPcieLinkGeneration(gpu_t *g, unsigned *n) { REACH(g); *n = 5; return OK; }
EXPORT int nvmlDeviceGetMaxPcieLinkWidth(gpu_t *g, unsigned *n) { REACH(g); *n = 16; return OK; }
EXPORT int nvmlDeviceGetPcieReplayCounter(gpu_t *g, unsigned *n) { REACH(g); *n = 0; return OK; }
EXPORT int nvmlDeviceGetNvLinkState(gpu_t *g, unsigned link, unsigned *up) { REACH(g); if (g->graphics) return UNSUPPORTED; if (link >= LINKS) return INVALID; *up = !(g->index == 2 && link == 17); return OK; }
EXPORT int nvmlDeviceGetNvLinkRemoteDeviceType(gpu_t *g, unsigned link, unsigned *kind) { REACH(g); if (g->graphics) return UNSUPPORTED; if (link >= LINKS) return INVALID; *kind = 2; return OK; }
EXPORT int nvmlDeviceGetNvLinkRemotePciInfo_v2(gpu_t *g, unsigned link, pci_t *p) {
    REACH(g);
    if (g->graphics) return UNSUPPORTED;
    if (link >= LINKS) return INVALID;
    memset(p, 0, sizeof *p);
    p->bus = 5 + link % 4;
    snprintf(p->bus_id, sizeof p->bus_id, "00000000:%02X:00.0", p->bus);
    return OK;
}
/* 0 replay, 1 recovery, 2 CRC of flits, 3 CRC of data, which these links do not count, 4 ECC of data */
EXPORT int nvmlDeviceGetNvLinkErrorCounter(gpu_t *g, unsigned link, unsigned counter, unsigned long long *n) {
    REACH(g);
    if (g->graphics || g->mig_parent >= 0 || uncounted[g->index] || counter == 3) return UNSUPPORTED;
    if (link >= LINKS || counter >= COUNTERS) return INVALID;
    *n = link_errors[g->index][link][counter];
    return OK;
}
EXPORT int nvmlDeviceGetTotalEccErrors(gpu_t *g, unsigned kind, unsigned counter, unsigned long long *n) { (void)counter; REACH(g); if (g->graphics || parted(g)) return UNSUPPORTED; *n = kind == 0 && g->index == 2 ? 12 : 0; return OK; }
EXPORT int nvmlDeviceGetRemappedRows(gpu_t *g, unsigned *good, unsigned *bad, unsigned *pending, unsigned *failure) {
    REACH(g);
    if (g->graphics || parted(g)) return UNSUPPORTED;
    *good = g->index == 2; *bad = *pending = *failure = 0;
    return OK;
}
EXPORT int nvmlDeviceGetRetiredPages_v2(gpu_t *g, unsigned cause, unsigned *n, unsigned long long *at, unsigned long long *when) { (void)cause; (void)n; (void)at; (void)when; REACH(g); return UNSUPPORTED; }

/* fields by number: value types 0 double, 1 unsigned, 3 unsigned long long */
typedef struct { unsigned id, scope; long long stamp, latency; unsigned type; int result; union { double d; unsigned u; unsigned long long ull; long long sll; } value; } field_t;
EXPORT int nvmlDeviceGetFieldValues(gpu_t *g, int n, field_t *f) {
    REACH(g);
    for (int k = 0; k < n; k++) {
        f[k].result = OK; f[k].type = 3; f[k].stamp = 0; f[k].latency = 1; f[k].value.ull = 0;
        if (g->mig_parent >= 0) { f[k].result = UNSUPPORTED; continue; }
        switch (f[k].id) {
        case 82: if (g->graphics) f[k].result = UNSUPPORTED; else { f[k].type = 1; f[k].value.u = g->temperature + 8; } break;
        case 83: f[k].value.ull = 1000000 + energy_mj[g->index]; break;
        case 185: f[k].type = 1; f[k].value.u = g->power_mw - 4000; break;
        case 186: f[k].type = 1; f[k].value.u = g->power_mw; break;
        case 193: f[k].type = 1; f[k].value.u = (unsigned)-8; break;
        case 194: f[k].type = 1; f[k].value.u = (unsigned)-2; break;
        case 196: f[k].type = 1; f[k].value.u = 0; break;
#ifndef OLD
        case 197: case 198: f[k].value.ull = 1000000000ULL + counted_bytes[g->index]; break;
#endif
        case 138: case 139: if (g->graphics) f[k].result = UNSUPPORTED; else f[k].value.ull = 4000000ULL + counted_bytes[g->index] / 1024; break;
        case 74: case 76: f[k].value.ull = 0; break;
        case 269: case 270: case 271: f[k].value.ull = (g->reasons & (f[k].id == 269 ? 0x20u : f[k].id == 270 ? 0x40u : 0x80u)) ? 1000000000ULL : 0; break;
        case 38: case 52: case 59:
            /* Boards whose links count keep no sum: it stays zero. */
            if (g->graphics) f[k].result = UNSUPPORTED; else f[k].value.ull = uncounted[g->index] && g->index == 2 ? (f[k].id == 59 ? 1 : 40) : 0;
            break;
        case 230: f[k].type = 1; f[k].value.u = 0; break;
        default: f[k].result = UNSUPPORTED;
        }
    }
    return OK;
}

/* processes */
typedef struct { unsigned pid; unsigned long long used; unsigned gi, ci; } process_t;
EXPORT int nvmlDeviceGetComputeRunningProcesses_v3(gpu_t *g, unsigned *n, process_t *p) {
    REACH(g);
    if (g->silent) { *n = 0; return OK; }
    if (g->sm_mhz || g->process_count) {
        unsigned many = (unsigned)g->process_count;
        if (*n < many) { *n = many; return SMALL; }
        for (unsigned k = 0; k < many; k++) p[k] = (process_t){g->processes[k].pid, g->processes[k].mib << 20, ~0u, ~0u};
        *n = many;
        return OK;
    }
    if (*n < 2) { *n = 2; return SMALL; }
    p[0] = (process_t){1, 30000ULL << 20, ~0u, ~0u};
    p[1] = (process_t){4000000u, ~0ULL, ~0u, ~0u};
    *n = 2;
    return OK;
}
EXPORT int nvmlDeviceGetGraphicsRunningProcesses_v3(gpu_t *g, unsigned *n, process_t *p) { (void)p; REACH(g); *n = 0; return OK; }
typedef struct { unsigned pid; unsigned long long stamp; unsigned sm, memory, encoder, decoder; } use_t;
EXPORT int nvmlDeviceGetProcessUtilization(gpu_t *g, use_t *u, unsigned *n, unsigned long long since) {
    REACH(g);
    if (parted(g)) return UNSUPPORTED;
    if (g->silent) return NOT_FOUND;
    if (g->sm_mhz || g->process_count) {
        unsigned many = (unsigned)g->process_count;
        if (u == NULL || *n < many) { *n = many; return many ? SMALL : NOT_FOUND; }
        for (unsigned k = 0; k < many; k++) u[k] = (use_t){g->processes[k].pid, since + 1, g->processes[k].busy, 10, 0, 0};
        *n = many;
        return OK;
    }
    if (u == NULL || *n < 1) { *n = 1; return SMALL; }
    u[0] = (use_t){1, since + 1, 85, 35, 0, 0};
    *n = 1;
    return OK;
}

/* MIG */
EXPORT int nvmlDeviceGetMigMode(gpu_t *g, unsigned *now, unsigned *next) { REACH(g); if (g->graphics) return UNSUPPORTED; *now = *next = (unsigned)g->mig; return OK; }
EXPORT int nvmlDeviceGetMaxMigDeviceCount(gpu_t *g, unsigned *n) { REACH(g); *n = g->graphics ? 0 : MIG_MOST; return OK; }
EXPORT int nvmlDeviceGetMigDeviceHandleByIndex(gpu_t *g, unsigned k, gpu_t **s) { REACH(g); if ((int)k >= slice_count[g->index]) return NOT_FOUND; *s = &slices[g->index][k]; return OK; }
EXPORT int nvmlDeviceGetGpuInstanceId(gpu_t *g, unsigned *id) { REACH(g); if (g->mig_parent < 0) return INVALID; *id = 7u + (unsigned)g->mig_number; return OK; }
EXPORT int nvmlDeviceGetComputeInstanceId(gpu_t *g, unsigned *id) { REACH(g); if (g->mig_parent < 0) return INVALID; *id = 0; return OK; }

/* activity by GPM: two samples, then what lay between them */
#ifndef OLD
typedef struct { int gpu, slice; } sample_t;
static sample_t samples[256];
static int samples_used;
typedef struct { unsigned id; int result; double value; const char *a, *b, *c; } metric_t;
typedef struct { unsigned version, n; sample_t *one, *two; metric_t metrics[]; } asked_t;
EXPORT int nvmlGpmQueryDeviceSupport(gpu_t *g, unsigned *support) { REACH(g); support[1] = (unsigned)g->gpm; return OK; }
EXPORT int nvmlGpmSampleAlloc(sample_t **s) { pthread_mutex_lock(&gate); *s = &samples[samples_used++ % 256]; pthread_mutex_unlock(&gate); return OK; }
EXPORT int nvmlGpmSampleFree(sample_t *s) { (void)s; return OK; }
EXPORT int nvmlGpmSampleGet(gpu_t *g, sample_t *s) { REACH(g); if (!g->gpm) return UNSUPPORTED; s->gpu = g->index; s->slice = -1; return OK; }
EXPORT int nvmlGpmMigSampleGet(gpu_t *g, unsigned gi, sample_t *s) { REACH(g); if (!g->gpm) return UNSUPPORTED; s->gpu = g->index; s->slice = (int)gi; return OK; }
EXPORT int nvmlGpmMetricsGet(asked_t *a) {
    calls++;
    for (unsigned k = 0; k < a->n; k++) {
        metric_t *m = &a->metrics[k];
        m->result = OK;
        switch (m->id) {
        case 2: m->value = a->two->slice < 0 ? 83.0 : 25.0; break;
        case 3: m->value = 41.0; break;
        case 5: m->value = 47.0; break;
        case 10: m->value = 62.0; break;
        case 20: case 21: m->value = 120.0; break;
        case 60: case 61: m->value = 2048.0; break;
        default: m->result = UNSUPPORTED;
        }
    }
    return OK;
}
#endif

/* events */
typedef struct { gpu_t *gpu; unsigned long long type, data; unsigned gi, ci; } event_t;
static int the_set;
EXPORT int nvmlEventSetCreate(void **set) { *set = &the_set; return OK; }
EXPORT int nvmlEventSetFree(void *set) { (void)set; return OK; }
EXPORT int nvmlDeviceGetSupportedEventTypes(gpu_t *g, unsigned long long *kinds) { REACH(g); *kinds = g->graphics ? 0x18 : 0x1f; return OK; }
EXPORT int nvmlDeviceRegisterEvents(gpu_t *g, unsigned long long kinds, void *set) { (void)set; REACH(g); if (kinds & ~0x1fULL) return UNSUPPORTED; registered[g->index] |= kinds; return OK; }
EXPORT int nvmlEventSetWait_v2(void *set, event_t *e, unsigned ms) {
    (void)set;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000; until.tv_nsec += (long)(ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) { until.tv_sec++; until.tv_nsec -= 1000000000; }
    pthread_mutex_lock(&gate);
    int r = 0;
    while (event_gpu < 0 && r == 0) r = pthread_cond_timedwait(&raised, &gate, &until);
    if (event_gpu < 0) { pthread_mutex_unlock(&gate); return TIMEOUT; }
    e->gpu = &gpus[event_gpu]; e->type = 8; e->data = event_xid; e->gi = e->ci = ~0u;
    event_gpu = -1;
    pthread_mutex_unlock(&gate);
    return OK;
}
