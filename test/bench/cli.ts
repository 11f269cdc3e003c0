/**
 * A hundred switches of four vendors at the same time, three commands for each, over SSH and over telnet. The
 * equipment layer of Linecard with the real drivers runs in turns with a plain script (ssh2, or a bare
 * socket) that knows the prompts. Both use the same simulated switches, which are in a process of their own.
 * Every output is checked, and an error fails the run.
 *
 * CPU is that of the asking process only. Over SSH most of it is the cryptography of a hundred handshakes, on both
 * sides; telnet shows the engine without it. The plain script knows every prompt and accepts it at once. Linecard
 * waits until no output has followed a prompt for 20 to 250 ms (fault 28), pins host keys, looks for refusals and
 * masks secrets. The wait uses no CPU, and it is the same for one device and for a hundred.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { equipment, viaLinecard } from './cli/linecard.ts'
import { plainSsh, plainTelnet } from './cli/plain.ts'
import { type Bench, switches } from './cli/switches.ts'
import { defineBench, type Report } from './kit/bench.ts'
import { inTurns, median, ratioOf } from './kit/numbers.ts'
import { ownCpuSec } from './kit/processes.ts'

interface Spent {
  wall: number
  cpu: number
  /** Outputs that are right. */
  right: number
}
type Ask = (device: Bench, id: number) => Promise<string[]>
type Protocol = 'ssh' | 'telnet'

/** Asks all switches at the same time, and counts right outputs. */
async function timed(devices: readonly Bench[], ask: Ask, report: Report): Promise<Spent> {
  const [start, cpu] = [performance.now(), ownCpuSec()]
  let right = 0
  const results = await Promise.allSettled(
    devices.map(async (device, id) => {
      const outputs = await ask(device, id + 1)
      for (const [at, mark] of device.marks.entries())
        if (outputs[at]?.includes(mark)) right++
        else throw new Error(`"${device.commands[at]}" of ${device.vendor} printed no "${mark}"`)
    }),
  )
  const spent = { wall: performance.now() - start, cpu: (ownCpuSec() - cpu) * 1000, right }
  for (const result of results) if (result.status === 'rejected') report.fault(String(result.reason))
  return spent
}

export default defineBench({
  name: 'cli',
  summary: 'console commands on 100 switches at once beside a plain ssh2 script and a bare telnet socket',
  takes: '1 min',
  options: { switches: { full: switches.length, smoke: 8 }, rounds: { full: 5, smoke: 1 } },
  async run({ switches: count, rounds }, report) {
    const asked = switches.slice(0, count)
    /** The first call of Linecard, which signs in, and the same call again with the kept session. */
    const linecard = async (protocol: Protocol) => {
      const service = equipment()
      const ask: Ask = (device, id) => viaLinecard(service, device, protocol, id)
      try {
        return [await timed(asked, ask, report), await timed(asked, ask, report)] as const
      } finally {
        await service.close()
      }
    }
    const plain = async (protocol: Protocol) =>
      [await timed(asked, protocol === 'ssh' ? plainSsh : plainTelnet, report)] as const

    const devices = fork(new URL('cli/devices.ts', import.meta.url), [String(count)], {
      execArgv: ['--conditions=source'],
    })
    const spent = new Map<string, readonly Spent[]>()
    try {
      await once(devices, 'message', { signal: AbortSignal.timeout(120_000) })
      for (const protocol of ['ssh', 'telnet'] as const) {
        const sides = { plain: () => plain(protocol), linecard: () => linecard(protocol) }
        await inTurns<keyof typeof sides, readonly Spent[]>(1, sides)
        const measured = await inTurns<keyof typeof sides, readonly Spent[]>(rounds, sides)
        spent.set(
          `${protocol}, plain script`,
          measured.plain.map(([first]) => first!),
        )
        spent.set(
          `${protocol}, Linecard`,
          measured.linecard.map(([first]) => first!),
        )
        spent.set(
          `${protocol}, Linecard, sessions kept`,
          measured.linecard.map(([, kept]) => kept!),
        )
      }
    } finally {
      devices.disconnect()
    }

    console.log(
      `${count} simulated switches (D-Link, Cisco, Huawei, Eltex) at the same time, login ` +
        `and 3 commands each; median of ${rounds} rounds in turns, on loopback\n`,
    )
    console.log(
      `${''.padEnd(32)}${'ms'.padStart(8)}${'CPU ms'.padStart(9)}${'devices/s'.padStart(11)}` +
        `${'time'.padStart(9)}${'CPU'.padStart(8)}`,
    )
    for (const [name, all] of spent) {
      const base = spent.get(`${name.split(',')[0]}, plain script`)!
      const [wall, cpu] = [median(all.map(one => one.wall)), median(all.map(one => one.cpu))]
      const ratio = (of: 'wall' | 'cpu') =>
        `${ratioOf(
          all.map(one => one[of]),
          base.map(one => one[of]),
        ).toFixed(2)} ×`
      console.log(
        `${name.padEnd(32)}${wall.toFixed(0).padStart(8)}${cpu.toFixed(0).padStart(9)}` +
          `${((count / wall) * 1000).toFixed(0).padStart(11)}${ratio('wall').padStart(9)}${ratio('cpu').padStart(8)}`,
      )
      const right = (one: readonly Spent[]) => one.reduce((sum, { right: own }) => sum + own, 0)
      if (all !== base) report.same(`right outputs, ${name}`, right(all), right(base))
    }
  },
})
