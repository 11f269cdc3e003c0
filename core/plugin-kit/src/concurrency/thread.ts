import { Worker } from 'node:worker_threads'

/** What a thread may take, and what it tells. */
export interface ThreadOptions<Out> {
  /** What it knows from the start (`workerData`). */
  data?: unknown
  /** Most memory of its objects, MB. */
  memoryMb: number
  /** Memory for new objects, MB; absent: as V8 decides. */
  youngMb?: number
  /** It has told something. */
  onMessage(message: Out): void
  /** It has ended, other than by `stop`: its failure, or the code of its exit. Called once. */
  onEnd(reason: unknown): void
}

/** A thread of this process. It does not keep the process. */
export interface Thread<In> {
  /** Nothing once it has ended. */
  tell(message: In): void
  /** Ends it at once. */
  stop(): Promise<void>
  /** Ends it at once, and tells `onEnd` this reason, unless it has ended already. */
  fail(reason: unknown): void
}

/**
 * Starts a thread.
 *
 * @param file of the package that calls: `import.meta.resolve('#intake-worker')`, so that it is the source in
 * development and the built file elsewhere
 */
export function startThread<In, Out>(
  file: string,
  { data, memoryMb, youngMb, onMessage, onEnd }: ThreadOptions<Out>,
): Thread<In> {
  const worker = new Worker(new URL(file), {
    workerData: data,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      ...(youngMb !== undefined && { maxYoungGenerationSizeMb: youngMb }),
    },
  })
  let ended = false
  const end = (reason: unknown) => {
    if (ended) return
    ended = true
    onEnd(reason)
  }
  worker.on('message', onMessage)
  worker.on('error', end)
  worker.on('exit', end)
  worker.unref()
  return {
    tell(message) {
      worker.postMessage(message, [])
    },
    async stop() {
      ended = true
      await worker.terminate()
    },
    fail(reason) {
      void worker.terminate()
      end(reason)
    },
  }
}
