/**
 * A hundred switches of four vendors at the same time, three commands for each, over SSH and over telnet. The
 * equipment layer of Linecard with the real drivers runs in turns with a plain script (ssh2, or a bare
 * socket) that knows the prompts. Both use the same simulated switches, which are in a process of their own.
 * Every output is checked, and an error fails the run.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { equipment, viaLinecard } from './cli/linecard.ts'
import { plainSsh, plainTelnet } from './cli/plain.ts'
import { type Bench, switches } from './cli/switches.ts'
import { median } from './median.ts'

const rounds = Number(process.argv[2] ?? 5)

interface Spent {
  wall: number
  cpu: number
  errors: number
}
type Ask = (device: Bench, id: number) => Promise<string[]>

const faults = new Map<string, number>()

/** Asks all switches at the same time, and counts wrong outputs. */
async function timed(ask: Ask): Promise<Spent> {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  const results = await Promise.allSettled(
    switches.map(async (device, id) => {
      const outputs = await ask(device, id + 1)
      for (const [at, mark] of device.marks.entries())
        if (!outputs[at]?.includes(mark))
          throw new Error(`"${device.commands[at]}" of ${device.vendor} printed no "${mark}"`)
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  const failed = results.filter(result => result.status === 'rejected')
  for (const { reason } of failed) faults.set(String(reason), (faults.get(String(reason)) ?? 0) + 1)
  return { wall: performance.now() - start, cpu: (user + system) / 1000, errors: failed.length }
}

/** The first call of Linecard, which signs in, and the same call again with the kept session. */
async function linecard(protocol: 'ssh' | 'telnet'): Promise<{ cold: Spent; kept: Spent }> {
  const service = equipment()
  const ask: Ask = (device, id) => viaLinecard(service, device, protocol, id)
  try {
    return { cold: await timed(ask), kept: await timed(ask) }
  } finally {
    await service.close()
  }
}

const devices = fork(new URL('cli/devices.ts', import.meta.url), { execArgv: ['--conditions=source'] })
await once(devices, 'message', { signal: AbortSignal.timeout(60_000) })

const spent = new Map<string, Spent[]>()
const note = (name: string, one: Spent) => {
  spent.set(name, [...(spent.get(name) ?? []), one])
}
try {
  for (const ask of [plainSsh, plainTelnet]) await timed(ask)
  for (const protocol of ['ssh', 'telnet'] as const) await linecard(protocol)
  for (let round = 0; round < rounds; round++) {
    for (const protocol of ['ssh', 'telnet'] as const) {
      const plain = async () =>
        note(`${protocol}, plain script`, await timed(protocol === 'ssh' ? plainSsh : plainTelnet))
      const ours = async () => {
        const { cold, kept } = await linecard(protocol)
        note(`${protocol}, Linecard`, cold)
        note(`${protocol}, Linecard, sessions kept`, kept)
      }
      // The order changes, because the machine may be warmer for the second one.
      for (const run of round % 2 ? [ours, plain] : [plain, ours]) await run()
    }
  }
} finally {
  devices.disconnect()
}

console.log(
  `${switches.length} simulated switches (D-Link, Cisco, Huawei, Eltex) at the same time, login ` +
    `and 3 commands each; median of ${rounds} rounds in turns, on loopback`,
)
console.log(
  'CPU is that of the asking process only. Over SSH most of it is the cryptography of a hundred ' +
    'handshakes, on both sides; telnet shows the engine without it.',
)
console.log(
  'The plain script knows every prompt and accepts it at once. Linecard waits until no output has ' +
    'followed a prompt for 20 to 250 ms (fault 28), pins host keys, looks for',
)
console.log(
  'refusals and masks secrets. The wait uses no CPU, and it is the same for one device and for a ' +
    'hundred.\n',
)
console.log(
  `${''.padEnd(32)}${'ms'.padStart(8)}${'CPU ms'.padStart(9)}${'devices/s'.padStart(11)}` +
    `${'errors'.padStart(8)}${'time'.padStart(9)}${'CPU'.padStart(8)}`,
)
let errors = 0
for (const [name, all] of spent) {
  const [wall, cpu] = [median(all.map(one => one.wall)), median(all.map(one => one.cpu))]
  const base = spent.get(`${name.split(',')[0]}, plain script`)!
  const failed = all.reduce((sum, one) => sum + one.errors, 0)
  errors += failed
  const ratio = (of: 'wall' | 'cpu', value: number) =>
    `${(value / median(base.map(one => one[of]))).toFixed(2)} ×`
  console.log(
    `${name.padEnd(32)}${wall.toFixed(0).padStart(8)}${cpu.toFixed(0).padStart(9)}` +
      `${((switches.length / wall) * 1000).toFixed(0).padStart(11)}${String(failed).padStart(8)}` +
      `${ratio('wall', wall).padStart(9)}${ratio('cpu', cpu).padStart(8)}`,
  )
}
for (const [fault, times] of faults) console.log(`\n${times} × ${fault}`)
process.exitCode = errors > 0 || faults.size > 0 ? 1 : 0
