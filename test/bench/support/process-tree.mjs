import { readdirSync, readFileSync } from 'node:fs';

/** The process and everything that it started and that still runs. */
export function processTree(root) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** Proportional set size in bytes: shared pages count once among those that share them. */
export function memoryOf(pids) {
  return pids.reduce((sum, pid) => sum + number(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m) * 1024, 0);
}

/** Seconds of processor time since the processes began. */
export function cpuOf(pids) {
  return pids.reduce((sum, pid) => sum + threadsOf(pid), 0) / 1e9;
}

/** The words of a process; empty once it has ended. */
export function commandOf(pid) {
  return read(`/proc/${pid}/cmdline`).split('\0').join(' ').trim();
}

/** Watches on files and folders (inotify) that the processes hold. */
export function watchesOf(pids) {
  return pids.reduce((sum, pid) => {
    const watches = list(`/proc/${pid}/fdinfo`).map(
      (descriptor) => (read(`/proc/${pid}/fdinfo/${descriptor}`).match(/^inotify wd:/gm) ?? []).length,
    );
    return sum + watches.reduce((all, one) => all + one, 0);
  }, 0);
}

function threadsOf(pid) {
  return list(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] || 0),
    0,
  );
}

function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function number(pid, file, pattern) {
  return Number(pattern.exec(read(`/proc/${pid}/${file}`))?.[1] ?? 0);
}

/** Processes end while they are looked at. */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
