import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { plainSsh } from '../cli/plain.ts'
import { account, ports, switches, type Bench } from '../cli/switches.ts'
import { followMemory } from '../hostile/measure.ts'
import { startService, type Service } from '../hostile/service.ts'
import { median } from '../median.ts'

const rounds = 3
const most = 10

/** Ten commands a device: its three, again and again. */
const repeated = (texts: readonly string[]) =>
  Array.from({ length: most }, (_, at) => texts[at % texts.length]!)
const devices: readonly Bench[] = switches.map(one => ({
  ...one,
  commands: repeated(one.commands),
  marks: repeated(one.marks),
}))

/** One macro for all of them: each maker has its own words. */
const template = [...new Map(switches.map(one => [one.vendor, one.commands]))]
  .map(
    ([vendor, commands], at) =>
      `${at === 0 ? '{{#if' : '{{else if'} (eq params.maker "${vendor}")}}\n` +
      `${repeated(commands).join('\n')}\n`,
  )
  .join('')
  .concat('{{/if}}\n')

async function storedMacro(service: Service): Promise<number> {
  const maker = { key: 'maker', name: 'Maker', type: 'input_string', required: true }
  const { id } = await service.ask<{ id: number }>('POST', '/component/macros-control', {
    name: 'ten commands',
    display_for: ['Device'],
    display_output: 'all',
    modules: [],
    parameters: [maker],
    template,
  })
  return id
}

function check(device: Bench, outputs: readonly string[]): void {
  for (const [at, mark] of device.marks.entries())
    if (!outputs[at]?.includes(mark))
      throw new Error(`"${device.commands[at]}" of ${device.vendor} printed no "${mark}"`)
}

/** All devices at the same time, ms. */
async function timed(run: (device: Bench, at: number) => Promise<readonly string[]>): Promise<number> {
  const started = performance.now()
  const outputs = await Promise.all(devices.map(run))
  const spent = performance.now() - started
  for (const [at, device] of devices.entries()) check(device, outputs[at]!)
  return spent
}

async function loopDelay(service: Service): Promise<number> {
  const text = await (await service.page('/metrics')).text()
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1] ?? NaN)
}

/** In turns: executions through the API, and the same commands of a plain script. */
async function measure(
  service: Service,
  memory: ReturnType<typeof followMemory>,
  macro: number,
  ids: readonly number[],
): Promise<void> {
  const idle = memory.peak()
  const ours = (device: Bench, at: number) =>
    service
      .ask<{ commands: { output: string }[] }>('POST', '/component/macros/execute', {
        device: { id: ids[at] },
        macros: { id: macro },
        params: { maker: device.vendor },
      })
      .then(run => run.commands.map(one => one.output))
  const spent: Record<'cold' | 'kept' | 'plain', number[]> = { cold: [], kept: [], plain: [] }
  spent.cold.push(await timed(ours))
  await timed(plainSsh)
  await loopDelay(service)
  for (let round = 0; round < rounds; round++) {
    const turns = [
      async () => spent.plain.push(await timed(plainSsh)),
      async () => spent.kept.push(await timed(ours)),
    ]
    for (const turn of round % 2 ? turns.toReversed() : turns) await turn()
  }
  const delay = await loopDelay(service)
  console.log(
    `\n${devices.length} executions at once on ${devices.length} simulated switches of four makers over ` +
      `SSH, ${most} commands each; medians of ${rounds} rounds in turns:`,
  )
  const plain = median(spent.plain)
  const show = (name: string, ms: number) =>
    console.log(
      `  ${name.padEnd(42)} ${(ms / 1000).toFixed(2).padStart(6)} s ` +
        `${((1000 * devices.length * most) / ms).toFixed(0).padStart(6)} commands/s  ${(ms / plain).toFixed(2)} ×`,
    )
  show('plain ssh2 script, signs in each time', plain)
  show('linecard, first time: signs in, pins keys', median(spent.cold))
  show('linecard, sessions kept', median(spent.kept))
  console.log(
    `  event loop of the service, p99 of its delay: ${delay.toFixed(1)} ms; ` +
      `memory: ${idle.toFixed(0)} MiB idle, at most ${memory.peak().toFixed(0)} MiB`,
  )
}

/** A macro on a hundred living devices at once, beside the same commands of a plain ssh2 script. */
export async function benchExecutions(): Promise<void> {
  const undo: (() => unknown)[] = []
  try {
    const network = fork(new URL('../cli/devices.ts', import.meta.url), { execArgv: ['--conditions=source'] })
    undo.push(() => network.disconnect())
    await once(network, 'message', { signal: AbortSignal.timeout(60_000) })
    const database = await createDatabase()
    undo.push(() => database.drop())
    const folder = await mkdtemp(join(tmpdir(), 'linecard-macros-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    const service = await startService(resolve('.'), folder, database.url, {
      drivers: ['eltex'],
      plugins: ['macros'],
    })
    undo.push(() => service.stop())
    const memory = followMemory(service.pid)
    undo.push(() => memory.stop())
    const ids: number[] = []
    for (const { ip, vendor } of devices) {
      const params = {
        sw_core_connection: {
          snmp_port: ports.snmp,
          console_connection_type: 'ssh',
          console_port: ports.ssh,
        },
      }
      ids.push(await service.add({ ip, name: `${vendor} ${ip}`, access: { ...account, params } }))
    }
    await measure(service, memory, await storedMacro(service), ids)
  } finally {
    for (const step of undo.toReversed()) await Promise.resolve(step()).catch(console.error)
  }
}
