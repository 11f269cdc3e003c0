/**
 * An installation asks 20 simulated switches again and again and answers requests, while 10,000 datagrams a second
 * come: half of them traps of one device, half from 200 unknown senders (good, truncated, random, large). Beside
 * it, in turn with it, the same datagrams go to a port on which nobody listens: what sending costs this machine is
 * in both. `--seconds` of each part, `--rounds` of calm and flood, flood and calm, in turn. Fails if a poll or a
 * request takes more than a tenth longer, if memory grows without an end, if drops are not counted, or if the
 * flooding device is not told.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import dlink from '@linecard/driver-dlink'
import { interfaceCounters, linkInfo } from '@linecard/driver-kit/modules'
import { definePlugin, type Context } from '@linecard/plugin-kit'
import traps from '@linecard/plugin-traps'
import { until } from '@linecard/test-kit'
import { add, dataOf, modelId } from '@linecard/test-kit/worlds/inventory'
import { startWorld } from '@linecard/test-kit/worlds/switches'
import { defineBench } from './kit/bench.ts'
import { at, median } from './kit/numbers.ts'
import { freeUdpPort } from './kit/ports.ts'

/** Polls and requests of a second. */
const [pollsASec, requestsASec] = [10, 20]
/** What may be slower, and what is no difference: ms. */
const [slower, noise] = [1.1, 1]
const addresses = Array.from({ length: 20 }, (_, n) => `127.87.0.${n + 1}`)

interface Part {
  polls: number[]
  requests: number[]
  loopMs: number
  cpu: number
  sent: number
}

export default defineBench({
  name: 'traps',
  summary: 'polls and requests under 10,000 hostile datagrams a second beside the same flood to a dead port',
  takes: '3 min',
  options: {
    rate: { full: 10_000, smoke: 3_000 },
    seconds: { full: 10, smoke: 1 },
    rounds: { full: 6, smoke: 1 },
  },
  async run({ rate, seconds, rounds }, report) {
    const [agentPort, listenPort, deadPort] = [
      await freeUdpPort(addresses[0]!),
      await freeUdpPort('127.0.0.1'),
      await freeUdpPort('127.0.0.1'),
    ]
    const children: ChildProcess[] = []
    async function child(file: string, args: readonly string[]): Promise<ChildProcess> {
      const made = fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: process.execArgv })
      children.push(made)
      await once(made, 'message')
      return made
    }

    let ctx!: Context
    const asker = definePlugin({ id: 'asker', api: 1, setup: own => (ctx = own) })

    await child('./traps/devices.ts', [String(agentPort), ...addresses])
    const sender = await child('./traps/sender.ts', [addresses[0]!])
    const world = await startWorld([dlink], {
      plugins: [asker, traps],
      settings: { traps: { snmp: true, address: '127.0.0.1', snmp_port: listenPort } },
    })

    /** Works at a steady rate for a time. Gives how long each piece took, ms. */
    async function steady(perSecond: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
      const took: number[] = []
      const running: Promise<void>[] = []
      const began = performance.now()
      for (let n = 0; n < perSecond * seconds; n++) {
        const due = began + (n * 1000) / perSecond
        if (due > performance.now()) await sleep(due - performance.now())
        const start = performance.now()
        running.push(work(n).then(() => void took.push(performance.now() - start)))
      }
      await Promise.all(running)
      return took
    }

    try {
      const access = await add(world, '/device-access', {
        name: 'switches',
        public_community: 'public',
        params: { sw_core_connection: { snmp_port: agentPort, snmp_timeout_sec: 2, snmp_repeats: 1 } },
      })
      const model = await modelId(world, 'dlink_des_3200_10_c1').catch(() => null)
      const models = dataOf<{ id: number; name: string }[]>(await world.http('GET', '/device-model'))
      const chosen = model ?? models.find(({ name }) => name.includes('DES-3200-10'))!.id
      const ids: number[] = []
      for (const ip of addresses)
        ids.push(
          (await add(world, '/device', { ip, name: `switch ${ip}`, access_id: access.id, model_id: chosen }))
            .id,
        )
      const caller = ctx.use('auth').system()
      const targets = await Promise.all(ids.map(id => ctx.use('devices').target({ id }, caller)))
      const poll = async (n: number) => {
        const { answers } = await ctx
          .use('equipment')
          .poll(targets[n % targets.length]!, [linkInfo, interfaceCounters] as never, { caller })
        for (const [module, { error }] of answers) if (error) report.fault(`${module}: ${error.description}`)
      }
      const request = async () => {
        const { status } = await world.http('GET', '/device?limit=20')
        if (status !== 200) report.fault(`a request was answered with ${status}`)
      }
      const part = async (port: number): Promise<Part> => {
        sender.send({ port, rate })
        await sleep(500)
        const loop = monitorEventLoopDelay({ resolution: 1 })
        loop.enable()
        const cpu = process.cpuUsage()
        const [polls, requests] = await Promise.all([steady(pollsASec, poll), steady(requestsASec, request)])
        const used = process.cpuUsage(cpu)
        loop.disable()
        sender.send({ stop: true })
        const [{ sent }] = (await once(sender, 'message')) as [{ sent: number }]
        return {
          polls: polls.toSorted((a, b) => a - b),
          requests: requests.toSorted((a, b) => a - b),
          loopMs: loop.percentile(99) / 1e6,
          cpu: (used.user + used.system) / 1e6 / seconds,
          sent,
        }
      }
      await sleep(7000)
      await part(deadPort)
      const beside: Part[] = []
      const flooded: Part[] = []
      const [memory, calm]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        const quiet = async () => void beside.push(await part(deadPort))
        if (round % 2 === 0) await quiet()
        calm.push(process.memoryUsage().rss / 1e6)
        flooded.push(await part(listenPort))
        memory.push(process.memoryUsage().rss / 1e6)
        if (round % 2 === 1) await quiet()
      }
      const all = (parts: readonly Part[], of: (one: Part) => readonly number[]) =>
        parts.flatMap(of).toSorted((a, b) => a - b)
      /** Of all samples of all rounds; beside it the median of the rounds' own ratios, and the widest ones. */
      const compare = (what: string, of: (one: Part) => readonly number[], share: number) => {
        const [usual, flood] = [at(all(beside, of), share), at(all(flooded, of), share)]
        const own = flooded
          .map((one, n) => at(all([one], of), share) / at(all([beside[n]!], of), share))
          .toSorted((a, b) => a - b)
        const [least, most] = [own[0]!, own.at(-1)!].map(one => one.toFixed(2))
        const told = `${usual.toFixed(1)} → ${flood.toFixed(1)} ms, × ${(flood / usual).toFixed(2)}`
        report.row(what, told)
        report.row('  of the rounds', `× ${median(own).toFixed(2)} (${least} to ${most})`)
        report.limit(flood <= usual * slower || flood - usual <= noise, `${what}: ${told}`)
      }
      console.log(
        `${rate} datagrams a second, ${rounds} times ${seconds} s: to a dead port → to the listener`,
      )
      compare('poll of a switch, p50', ({ polls }) => polls, 0.5)
      compare('poll of a switch, p95', ({ polls }) => polls, 0.95)
      compare('request, p50', ({ requests }) => requests, 0.5)
      compare('request, p95', ({ requests }) => requests, 0.95)
      compare('event loop, p99 of each round', ({ loopMs }) => [loopMs], 0.5)
      const cpuOf = (parts: readonly Part[]) => `${(100 * median(parts.map(({ cpu }) => cpu))).toFixed(0)} %`
      report.row('CPU of the service, all threads', `${cpuOf(beside)} → ${cpuOf(flooded)} of a core`)
      const growth = memory.map((mb, round) => mb - calm[round]!)
      report.row('memory after each flood', `${memory.map(mb => mb.toFixed(0)).join(', ')} MB`)
      report.row('of it in the flood', `${growth.map(mb => mb.toFixed(0)).join(', ')} MB`)
      report.limit(median(growth) <= 50, 'memory grows')

      const sent = flooded.reduce((sum, one) => sum + one.sent, 0)
      const sumsOf = ({ text }: { text: string }) => {
        const sum = (name: string, has = '') =>
          text
            .split('\n')
            .filter(line => line.startsWith(`${name}{`) && line.includes(has))
            .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
        return {
          received: sum('linecard_traps_received_total'),
          dropped: sum('linecard_traps_dropped_total'),
          unknown: sum('linecard_traps_dropped_total', 'reason="unknown"'),
          limited: sum('linecard_traps_dropped_total', 'reason="rate"'),
          stored: sum('linecard_traps_stored_total'),
        }
      }
      const look = async () => sumsOf(await world.use('installation').metrics())
      const isCounted = async () => {
        const { received, dropped, stored } = await look()
        return received > 0 && received === dropped + stored
      }
      await until('all are counted', isCounted, { timeoutMs: 20_000, everyMs: 250 }).catch(() => undefined)
      const { received, dropped, unknown, limited, stored } = await look()
      report.row('sent, and received', `${sent}, ${received}`)
      report.row('dropped: unknown senders, rate of the device', `${unknown}, ${limited}`)
      report.row('stored', String(stored))
      report.limit(received >= sent * 0.9, `${received} of ${sent} were received`)
      report.same('datagrams received, and stored or dropped with a reason', dropped + stored, received)
      const source = world
        .use('installation')
        .conditions()
        .find(({ name }) => name === 'traps_dropped')!
      const told = await until(
        'the flood is told',
        async () => {
          const holding = await source.holding({ deviceIds: null, signal: new AbortController().signal })
          return holding.length > 0 ? holding : null
        },
        { timeoutMs: 15_000 },
      ).catch(() => [])
      report.row(
        'told',
        told
          .map(({ title }) => title)
          .join('; ')
          .slice(0, 24) || 'nothing',
      )
      if (told.length !== 1) report.fault('the flooding device is not told')
    } finally {
      await world.stop()
      for (const one of children) one.kill('SIGKILL')
    }
  },
})
