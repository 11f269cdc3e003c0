import type { Context, ReachAnswer } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { Judged, Rules } from '../judge/device.ts'
import * as judge from '../judge/judge.ts'
import { count } from '../judge/live.ts'
import type { Counts } from '../metrics.ts'
import type { Notes } from './notes.ts'
import { createShards } from './shards.ts'
import { createSuspects } from './suspects.ts'
import type { Watched } from './targets.ts'
import { createTries } from './tries.ts'

export interface AskOptions {
  ctx: Context<Config>
  watched: Watched
  notes: Notes
  counts: Counts
  now(): number
  rules(): Rules
}

const signOf = ({ method, port, problem }: Judged) => [method, port, problem].join()

/** Judges a device, and has it stored if something else than its status changes. */
function judging(notes: Notes, device: Judged, work: () => void): void {
  const before = signOf(device)
  work()
  if (signOf(device) !== before) notes.touch(device)
}

/** Asks the watched devices in all three ways, and judges what comes back. */
export function createAsk({ ctx, watched, notes, counts, now, rules }: AskOptions) {
  const { devices, lives, byIp } = watched
  const { onChange } = notes
  const judged = (device: Judged, work: () => void) => judging(notes, device, work)

  const shards = createShards({
    settings: () => ({
      periodMs: Math.round(ctx.config.period_sec * 1000),
      timeoutMs: ctx.config.timeout_ms,
      targets: ctx.config.process_targets,
    }),
    now,
    onEcho(ip, ms) {
      const device = byIp.get(ip)
      if (!device) return
      const time = now()
      counts.echoes.add({ result: ms === null ? 'lost' : 'answered' })
      count(lives.get(device.id)!, ms, time)
      judged(device, () => {
        if (ms !== null) judge.echoAnswered(device, rules(), time, onChange)
        else if (judge.echoLost(device, rules(), time)) suspects.add(ip)
      })
    },
    lastEcho: ip => byIp.get(ip)?.echoAt ?? null,
    counts,
    log: ctx.log,
  })

  const suspects = createSuspects({
    settings: () => ({
      count: ctx.config.confirm_echoes,
      everyMs: ctx.config.confirm_every_ms,
      timeoutMs: Math.min(ctx.config.timeout_ms, 4 * ctx.config.confirm_every_ms),
    }),
    onEnd(ip, answers) {
      const device = byIp.get(ip)
      if (device && judge.confirmed(device, answers, now())) tries.add(device, true)
    },
    counts,
  })

  function onTried(device: Judged, answer: ReachAnswer | null, problem: Judged['problem']): void {
    if (devices.get(device.id) !== device) return
    const time = now()
    judged(device, () => {
      if (answer?.method)
        judge.tryAnswered(device, rules(), { method: answer.method, port: answer.port }, time, onChange)
      else if (answer) judge.trySilent(device, rules(), time, shards.running > 0, onChange)
      else {
        judge.confirmed(device, null, time)
        device.problem = problem
      }
    })
    const { period_sec: periodSec, try_sec: trySec } = ctx.config
    const hurried = device.status === 'Up' && device.tries < 0
    device.tryAt = time + 1000 * (hurried ? Math.min(periodSec, trySec) : trySec)
  }
  const tries = createTries({ ctx, onEnd: onTried, counts })

  return {
    shards,
    suspects,
    /** Tries what is due: devices that are not known to answer echoes. */
    tryDue(time: number): void {
      for (const device of byIp.values()) {
        if (device.suspect || device.trying || device.tryAt > time) continue
        if (device.status === 'Up' && device.method === 'icmp') continue
        tries.add(device, device.status === 'Up')
      }
    },
    stop(): void {
      shards.stop()
      suspects.stop()
      tries.stop()
    },
  }
}
