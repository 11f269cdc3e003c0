/** CPU time below this is mostly noise, ms. */
const minMs = 20

/** CPU time of one run of the work, ms. Repeats short work until it can be measured. */
async function cost(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  for (let times = 1; ; times++) {
    await work()
    const { user, system } = process.cpuUsage(start)
    const spent = (user + system) / 1000
    if (spent >= minMs || times >= 1000) return spent / times
  }
}

/** Rounds in which both sizes are measured: in the best one nothing else was in the way. */
const rounds = 3
/** Beyond this the smaller work may only have been compiled or cached better. */
const doubtful = 20

async function ratio(work: (size: number) => unknown, size: number): Promise<number> {
  let [small, large] = [Infinity, Infinity]
  for (let round = 0; round < rounds; round++) {
    large = Math.min(large, await cost(() => work(size * 10)))
    small = Math.min(small, await cost(() => work(size)))
  }
  return large / small
}

/**
 * How many times more CPU time ten times the work takes: about 10 if the cost is linear, about 100 if it is
 * quadratic. For tests that would otherwise need a limit in ms: a slow or busy machine is slow at both. If
 * the answer is doubtful, ten times the sizes tell: a quadratic cost shows there even more.
 * @param size of the smaller work
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  await work(size)
  const found = await ratio(work, size)
  return found < doubtful ? found : Math.min(found, await ratio(work, size * 10))
}
