import { createHash } from 'node:crypto'
import {
  DeviceError,
  routerOsPrint,
  routerOsWords,
  type Missing,
  type RouterOsSession,
} from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import { abortable } from '../sessions/abortable.ts'
import type { Asked, Connection } from './connection.ts'
import type { OpenRouterOs } from './open.ts'

export interface RouterOsCall {
  target: Target
  signal: AbortSignal
  report(missing: Missing): void
  /** The device has answered. */
  heard(): void
}

/**
 * The RouterOS API of one device: opened when a question comes, kept signed in between calls, opened anew
 * when it cannot be used any more.
 */
export interface RouterOsDesk {
  session(call: RouterOsCall): RouterOsSession
  /** After a call: kept, unless the device has not ended what was cancelled. */
  rest(signal: AbortSignal): Promise<void>
  close(): void
}

/** How long a device may take to end what was cancelled, ms. */
const settleMs = 1_000

export function createRouterOsDesk(open: OpenRouterOs): RouterOsDesk {
  let held: { connection: Promise<Connection>; ready: Connection | null; wish: string } | null = null
  const close = () => {
    held?.connection.then(
      connection => connection.close(),
      () => undefined,
    )
    held = null
  }
  /** Questions that come together share one login. */
  const connected = (target: Target, signal: AbortSignal): Promise<Connection> => {
    // With other credentials somebody else is signed in.
    const wish = createHash('sha256')
      .update(JSON.stringify(target.routerOs ?? null))
      .digest('base64url')
    if (held && (held.wish !== wish || held.ready?.usable === false)) close()
    if (held) return held.connection
    const mine = { connection: open(target, signal), ready: null as Connection | null, wish }
    held = mine
    mine.connection.then(
      connection => {
        mine.ready = connection
      },
      () => {
        if (held === mine) held = null
      },
    )
    return mine.connection
  }
  return {
    session({ target, signal, report, heard }) {
      const { commandMs: totalMs = 0, idleMs = 0 } = target.routerOs ?? {}
      const ask = async (words: string[], change = false): Promise<Asked> => {
        const connection = await connected(target, signal)
        const answer = await connection
          .ask(words, { signal, idleMs, totalMs, change })
          .catch((error: unknown) => {
            if (error instanceof DeviceError && error.kind === 'CommandRejected') heard()
            throw error
          })
        heard()
        if (answer.cut) report({ what: words[0]!, reason: answer.cut, rows: answer.rows.length })
        return answer
      }
      return {
        offered: target.routerOs !== undefined,
        print: async (menu, options) => (await ask(routerOsPrint(menu, options))).rows,
        run: async (command, values) => (await ask(routerOsWords(command, values))).rows,
        change: async (command, values) => (await ask(routerOsWords(command, values), true)).ret,
      }
    },
    async rest(signal) {
      if (!held) return
      try {
        const connection = await held.connection
        if (connection.usable)
          await abortable(AbortSignal.any([signal, AbortSignal.timeout(settleMs)]), () =>
            connection.settled(),
          )
        if (!connection.usable) close()
      } catch {
        close()
      }
    },
    close,
  }
}
