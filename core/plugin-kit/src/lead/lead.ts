import type { Context } from '../context.ts'
import { isDatabaseOutage } from '../outage.ts'
import { mutex } from '../concurrency/limit.ts'
import { LeaseLost, type Lease } from './lease.ts'

/** How often the lease is renewed or asked for, in ms. */
const renewMs = 2000

/** What a process does while it leads. */
export interface Led {
  /** After each renewal of the lease, every 2 s. */
  kept?(): Promise<void>
  /**
   * Ends it. `own` false: another process leads already, so nothing may be written.
   */
  end(own: boolean): Promise<void>
}

/** What is done by the process that leads, and by which lease it is known. */
export interface LeadOptions<L extends Led> {
  ctx: Pick<Context, 'processes' | 'log'>
  lease: Lease
  /** Begins the work. If it throws, the lease is given back, and the work begins again 2 s later. */
  begin(): Promise<L>
  /** What leads, for the log: `the pinger`. */
  what: string
}

/** Sees to it that one process does some work, and that another one goes on when it dies. */
export interface Lead<L extends Led> {
  /** Begins to lead as soon as no other process does. */
  start(): void
  /**
   * Ends the work with `end(true)` and gives the lease back. Never rejects: failures are logged. `start` may
   * follow.
   */
  stop(): Promise<void>
  /** Null: another process leads. */
  led(): L | null
}

/**
 * Makes a lead that waits for its `start`. The lease is renewed or asked for every 2 s, and at once when a
 * process has ended. A failure of `begin` or `kept` is logged, and does not end the work.
 */
export function createLead<L extends Led>({ ctx, lease, begin, what }: LeadOptions<L>): Lead<L> {
  let led: L | null = null
  let timer: NodeJS.Timeout | null = null
  let unfollow: (() => void) | null = null
  let stopped = true
  const turn = mutex()

  async function take(ended: readonly string[]): Promise<void> {
    if (!(await lease.take(ended))) return
    try {
      led = await begin()
    } catch (error) {
      await lease.release()
      throw error
    }
    ctx.log.info({ process: ctx.processes.id }, `this process leads ${what}`)
  }
  async function end(own: boolean): Promise<void> {
    const ended = led
    led = null
    await ended?.end(own)
  }
  async function go(ended: readonly string[]): Promise<void> {
    if (stopped) return
    if (!led) return take(ended)
    if (await lease.renew()) return led.kept?.()
    ctx.log.warn({}, `another process leads ${what} now: this one was silent for too long`)
    await end(false)
  }
  /** One after the other, whoever asks. */
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    turn(work).catch((error: unknown) => {
      if (error instanceof LeaseLost) return
      const away = isDatabaseOutage(error)
      ctx.log[away ? 'warn' : 'error'](
        { err: error },
        away ? `${what} could not reach the database` : `leading ${what} failed; next try in ${renewMs} ms`,
      )
    })
  const again = () => {
    void inTurn(() => go([])).finally(() => {
      if (!stopped) timer = setTimeout(again, renewMs).unref()
    })
  }

  return {
    start() {
      if (!stopped) return
      stopped = false
      unfollow = ctx.processes.onEnded(ended => inTurn(() => go(ended)))
      again()
    },
    async stop() {
      if (stopped) return
      stopped = true
      unfollow?.()
      if (timer) clearTimeout(timer)
      await inTurn(async () => {
        if (!led) return
        await end(true)
        await lease.release()
      })
    },
    led: () => led,
  }
}
