import { switches, type Bench } from '../cli/switches.ts'

/** How each of the four kinds prints its whole configuration. */
const shows = [
  'show config current_config',
  'show running-config',
  'display current-configuration',
  'show running-config',
]

/** The simulated switches of the benchmark, four kinds in turn, one address each. */
export const devicesOf = (count: number): Bench[] =>
  Array.from({ length: count }, (_, at) => ({
    ...switches[at % shows.length]!,
    ip: `127.0.${120 + Math.floor(at / 250)}.${1 + (at % 250)}`,
    commands: [shows[at % shows.length]!],
    marks: [],
  }))
