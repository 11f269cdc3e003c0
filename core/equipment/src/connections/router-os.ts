import { isDeepStrictEqual } from 'node:util'
import {
  DeviceError,
  routerOsPrint,
  routerOsWords,
  type Missing,
  type RouterOsSession,
} from '@linecard/driver-kit'
import type { RouterOsAccess, Target } from '@linecard/plugin-kit'
import type { RouterOsAnswer, RouterOsConnection } from '../router-os/connection.ts'
import type { OpenRouterOs } from '../router-os/open.ts'
import type { Budget } from '../limits/budget.ts'
import { abortable } from '../waiting/signals.ts'

export interface RouterOsCall {
  target: Target
  signal: AbortSignal
  budget: Budget
  report(missing: Missing): void
  /** Called when the device has answered. */
  onAnswer(): void
}

/**
 * The RouterOS API connection of one device: signed in at the first question, kept between calls, and opened
 * again if it is not usable any more.
 */
export interface KeptRouterOs {
  session(call: RouterOsCall): RouterOsSession
  /** After a call: waits until the device has ended what was cancelled, or closes the connection. */
  rest(): Promise<void>
  close(): void
}

interface Kept {
  connection: Promise<RouterOsConnection>
  /** The connection when it is signed in. */
  ready: RouterOsConnection | null
  access: RouterOsAccess | undefined
}

/** How long a device may take to end what was cancelled, in ms. */
const restMs = 1_000

export function createKeptRouterOs(open: OpenRouterOs): KeptRouterOs {
  let kept: Kept | null = null
  const close = () => {
    kept?.connection.then(
      connection => connection.close(),
      () => undefined,
    )
    kept = null
  }
  /** Questions that come together share one login. */
  const connect = (target: Target, signal: AbortSignal): Promise<RouterOsConnection> => {
    const access = target.routerOs
    // Other credentials need another login.
    if (kept && (!isDeepStrictEqual(kept.access, access) || kept.ready?.usable === false)) close()
    if (kept) return kept.connection
    const mine: Kept = { connection: open(target, signal), ready: null, access }
    kept = mine
    mine.connection.then(
      connection => {
        mine.ready = connection
      },
      () => {
        if (kept === mine) kept = null
      },
    )
    return mine.connection
  }
  return {
    session({ target, signal, budget, report, onAnswer }) {
      const { commandMs: totalMs = 0, idleMs = 0 } = target.routerOs ?? {}
      const ask = async (words: string[], change = false): Promise<RouterOsAnswer> => {
        if (budget.over && !change) {
          report({ what: words[0]!, reason: budget.over, rows: 0 })
          return { rows: [], ret: null, cut: budget.over }
        }
        const connection = await connect(target, signal)
        const reply = await connection
          .ask(words, { signal, idleMs, totalMs, change, budget })
          .catch((error: unknown) => {
            if (error instanceof DeviceError && error.kind === 'CommandRejected') onAnswer()
            throw error
          })
        onAnswer()
        if (reply.cut) report({ what: words[0]!, reason: reply.cut, rows: reply.rows.length })
        return reply
      }
      return {
        offered: target.routerOs !== undefined,
        print: async (menu, options) => (await ask(routerOsPrint(menu, options))).rows,
        run: async (command, values) => (await ask(routerOsWords(command, values))).rows,
        change: async (command, values) => (await ask(routerOsWords(command, values), true)).ret,
      }
    },
    async rest() {
      if (!kept) return
      try {
        const connection = await kept.connection
        if (connection.usable) await abortable(AbortSignal.timeout(restMs), () => connection.settled())
        if (!connection.usable) close()
      } catch {
        close()
      }
    },
    close,
  }
}
