import { Worker } from 'node:worker_threads'

/** Longest time from the first signal to the end of the process, in ms; a loaded machine adds to it. */
const maxEndMs = 9_200
/** Time that open handles have to close themselves after the service has stopped, in ms. */
const leaveMs = 300

/**
 * A thread of its own, because a plugin may keep the thread of the service busy for ever: no timer of that
 * thread would run then. It ends the process, and logs what was being closed.
 */
const watcher = `
  const { parentPort, workerData } = require('node:worker_threads')
  let closing = 'start'
  parentPort.on('message', what => { closing = what })
  setTimeout(() => {
    const msg = 'the stop hangs at "' + closing + '"; the process is ended'
    const line = JSON.stringify({ level: 'error', time: new Date().toISOString(), step: closing, msg })
    require('node:fs').writeSync(1, line + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }, workerData - Date.now())`

/** The end of a service that runs until a signal. */
export interface End {
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal
  /** Settles at that signal. */
  readonly asked: Promise<void>
  /** Notes what is closed next, for the log if that hangs. */
  closing(what: string): void
  /**
   * After the stop, or a start that failed: ends the process although something of it is still open, and logs
   * that.
   */
  leave(): void
}

/**
 * Waits for the first SIGINT or SIGTERM. From then on the process ends within 10 s, whatever hangs. A second
 * signal ends it at once.
 */
export function awaitEnd(onAsked: (signal: string) => void): End {
  const controller = new AbortController()
  let watch: Worker | null = null
  let last = 'start'
  const asked = new Promise<void>(resolve => {
    for (const name of ['SIGINT', 'SIGTERM'] as const)
      process.once(name, () => {
        process.once(name, () => process.exit(130))
        watch = new Worker(watcher, { eval: true, workerData: Date.now() + maxEndMs })
        watch.unref()
        watch.postMessage(last)
        onAsked(name)
        controller.abort()
        resolve()
      })
  })
  return {
    signal: controller.signal,
    asked,
    closing(what) {
      last = what
      watch?.postMessage(what)
    },
    leave() {
      const begun = performance.now()
      setTimeout(() => {
        const open = process.getActiveResourcesInfo().filter(kind => kind !== 'MessagePort')
        const left = { level: 'warn', time: new Date().toISOString(), open, ms: performance.now() - begun }
        process.stdout.write(`${JSON.stringify({ ...left, msg: 'the process ends with open handles' })}\n`)
        process.exit()
      }, leaveMs).unref()
    },
  }
}
