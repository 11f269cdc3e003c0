import type { PolledAnswer } from '@linecard/plugin-kit'
import { traffic } from '../../../plugins/metrics/src/catalogue/index.ts'
import type { Row } from '../../../plugins/metrics/src/series/row.ts'
import type { Answered } from '../kit/metrics-house.ts'

const names = ['octets', 'ucast_pkts', 'multicast_pkts', 'broadcast_pkts', 'errors', 'discards', 'crc_errors']
const stepMs = 60_000

interface Shape {
  devices: number
  ports: number
  firstInterface: number
}

/** Counters of many switches that grow with each round, a minute apart. */
export function createCounters({ devices, ports, firstInterface }: Shape) {
  const begin = Math.floor(Date.now() / 300_000) * 300_000 - 2 * 3_600_000
  let rounds = 0
  let written = 0

  const answerOf = (time: number, round: number): PolledAnswer => ({
    data: Array.from({ length: ports }, (_, port) => ({
      interface: { id: port + 1, name: `Gi0/${port + 1}`, type: 'ETH', parent: null, if_index: port + 1 },
      ...Object.fromEntries(
        names.flatMap((name, at) => [
          [`in_${name}`, 1e9 + round * (1 + at) * 1_234_567],
          [`out_${name}`, round * (port + 1) * 1000],
        ]),
      ),
      bits: 64,
    })),
    complete: true,
    missing: [],
    time: new Date(time),
    error: null,
  })

  return {
    /** One answer of each device. */
    *round(): Generator<Answered> {
      const time = begin + rounds * stepMs
      for (let device = 1; device <= devices; device++)
        yield { device, uptime: rounds * 6_000 + 1_000_000, answer: answerOf(time, rounds) }
      rounds++
    },
    /** Rates of each port of each device, as rows. */
    rows(count: number): Row[] {
      const made: Row[] = []
      for (let round = 0; round < count; round++)
        for (let device = 1; device <= devices; device++)
          for (let port = 0; port < ports; port++)
            made.push({
              family: traffic.id,
              device,
              interface: firstInterface + (device - 1) * ports + port,
              part: '',
              time: begin - (++written % 50) * stepMs,
              values: Array.from({ length: 14 }, (_, slot) => 1_000_000 / (slot + 1) + port * round),
            })
      return made
    },
  }
}
