import { ponOntsOptical } from '@linecard/driver-kit/modules'
import { deviceAnswered, retryable, type Context, type DeviceAnswered } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { fallingOnus } from './light/trend.ts'
import { changesSince } from './light/service.ts'
import { storeLight, type OpticalRow } from './light/store.ts'

/** What all slots of this plugin get. */
export interface OnuHistory {
  ctx: Context<Config>
  /** Resolves when all received answers are written. */
  idle(): Promise<void>
  unfollow(): void
}

/** Answers that wait. If there are more, the oldest is dropped; the next reading brings it again. */
const maxWaiting = 200

/** Stores an answer of `pon_onts_optical`. */
export const keepLight = (
  { em, config }: Pick<Context<Config>, 'em' | 'config'>,
  deviceId: number,
  data: unknown,
  time: Date,
): Promise<number> => retryable(() => storeLight(em, deviceId, data as OpticalRow[], time, config))

/** Follows what OLTs answer about light, whoever asked, one answer at a time. */
export function setup(ctx: Context<Config>): OnuHistory {
  ctx.provide('onu-light', { changes: ids => changesSince(ctx.em(), ids) })
  const waiting: DeviceAnswered[] = []
  let writer: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift())
      try {
        await keepLight(ctx, next.device_id, next.data, next.time)
      } catch (error) {
        ctx.log.error({ err: error, device_id: next.device_id }, 'the light of ONUs cannot be kept')
      }
  }
  const unfollow = ctx.events.on(deviceAnswered, payload => {
    const answer = payload as DeviceAnswered
    if (answer.module !== ponOntsOptical.name || !Array.isArray(answer.data)) return
    waiting.push(answer)
    if (waiting.length > maxWaiting) {
      const dropped = waiting.shift()
      ctx.log.warn({ device_id: dropped?.device_id }, 'too many answers about light wait; one is dropped')
    }
    writer ??= writeAll().finally(() => {
      writer = null
    })
  })
  ctx.provide('onu-trends', { falling: fallingOnus })
  return {
    ctx,
    unfollow,
    async idle() {
      while (writer) await writer
    },
  }
}

export async function stop({ unfollow, idle }: OnuHistory): Promise<void> {
  unfollow()
  await idle()
}
