import { arpInfo, arps, fdb } from '@linecard/driver-kit/modules'
import {
  deviceAnswered,
  fdbSwitchedOff,
  type Context,
  type DeviceAnswered,
  type FdbSwitchedOff,
} from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { forgetOff } from './forget.ts'
import { keepArp, keepFdb } from './kept.ts'

/** Answers that wait. If there are more, the oldest is dropped; the next reading brings it again. */
const maxWaiting = 200

export interface Follower {
  /** Resolves when all received answers are written. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** What stores an answer of these modules. */
const keepers: Readonly<Record<string, typeof keepFdb>> = {
  [fdb.name]: keepFdb,
  [arps.name]: keepArp,
  // It has no neighbours of IPv6: what it lacks may be in the other table.
  [arpInfo.name]: (ctx, answered) => keepArp(ctx, { ...answered, complete: false }),
}

/**
 * Stores what devices answer about their whole FDB or ARP table, whoever asked, one answer at a time. Of
 * each device and module only the newest waits.
 */
export function followAnswers(ctx: Context<Config>): Follower {
  const waiting = new Map<string, DeviceAnswered>()
  let writer: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    for (let [next] = waiting; next; [next] = waiting) {
      const [key, { device_id: deviceId, module, data, complete, time }] = next
      waiting.delete(key)
      try {
        await keepers[module]!(ctx, { deviceId, data, complete, time })
      } catch (error) {
        ctx.log.error({ err: error, device_id: deviceId, module }, 'the addresses of a device cannot be kept')
      }
    }
  }
  const ends = [
    ctx.events.on(deviceAnswered, payload => {
      const answer = payload as DeviceAnswered
      if (!Object.hasOwn(keepers, answer.module) || Object.keys(answer.args).length > 0) return
      waiting.set(`${answer.device_id} ${answer.module}`, answer)
      const [oldest] = waiting.keys()
      if (waiting.size > maxWaiting && oldest !== undefined) {
        waiting.delete(oldest)
        ctx.log.warn({ dropped: oldest }, 'too many tables wait to be kept; one waits for its next reading')
      }
      writer ??= writeAll().finally(() => {
        writer = null
      })
    }),
    ctx.events.on(fdbSwitchedOff, payload => forgetOff(ctx.em(), [(payload as FdbSwitchedOff).interface_id])),
  ]
  const idle = async () => {
    while (writer) await writer
  }
  return {
    idle,
    async stop() {
      for (const end of ends) end()
      waiting.clear()
      await idle()
    },
  }
}
