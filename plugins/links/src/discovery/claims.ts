import { rest, slice } from '@linecard/driver-kit'
import { quoted, type Doubts } from './doubts.ts'
import type { ProofSource } from './found.ts'
import { strangerName, whoIs, type Identities } from './identity.ts'
import { carries, nameOf, portName, type Network } from './network.ts'
import { portFinder } from './port-names.ts'
import type { Neighbour } from './scene.ts'

/** A device says: at this port of mine is that port of that device. Ports: -1 is not known. */
export interface Claim {
  from: number
  port: number
  to: number
  toPort: number
  by: ProofSource
  strong: boolean
}

export interface Claims {
  list: readonly Claim[]
  /** Neighbours at a port that are not in the inventory, by what they call themselves. */
  strangers: ReadonlyMap<number, ReadonlySet<string>>
  /** Devices that tell neighbours. */
  tell: ReadonlySet<number>
}

const sources = new Set<string>(['lldp', 'cdp', 'edp', 'fdp', 'mndp', 'ndp'] satisfies ProofSource[])
const sourceOf = (protocol: string): ProofSource => {
  const word = protocol.toLowerCase()
  return (sources.has(word) ? word : 'lldp') as ProofSource
}
/** A port with more neighbours than this is a network of others; the first are enough to know it. */
const mostAtPort = 32

/** What the tables of neighbours say about devices of the inventory. Rows of two protocols are one claim. */
export async function readClaims(
  network: Network,
  ids: Identities,
  rows: Iterable<Neighbour>,
  doubts: Doubts,
): Promise<Claims> {
  const find = portFinder(network)
  const claims = new Map<string, Claim>()
  const strangers = new Map<number, Set<string>>()
  const tell = new Set<number>()
  const own = slice()
  for (const row of rows) {
    if (own.over()) await rest()
    const from = network.deviceOf.get(row.device)
    if (from === undefined) continue
    tell.add(from)
    const told = row.interface === null ? undefined : network.portOf.get(row.interface)
    const port = told === undefined || network.owner[told] !== from ? -1 : told
    const at = port < 0 ? undefined : network.ports[port]
    if (at && (!carries(at) || at.up === false)) continue
    const known = whoIs(ids, row)
    if (known.device === from) continue
    if (known.device < 0) {
      if (known.doubtful)
        doubts.add('claimed-twice', [row.device], `${quoted(strangerName(row))} is a name of several devices`)
      else addStranger(strangers, port, row)
      continue
    }
    const toPort = find.find(known.device, row)
    const key = `${from} ${port} ${known.device} ${toPort}`
    const before = claims.get(key)
    if (before) before.strong ||= known.strong
    else
      claims.set(key, {
        from,
        port,
        to: known.device,
        toPort,
        by: sourceOf(row.protocol),
        strong: known.strong,
      })
  }
  tellStrangers(network, strangers, doubts)
  return { list: [...precise(claims.values())], strangers, tell }
}

/** CDP may tell a port that LLDP does not: the claim without a port adds nothing to the one with it. */
function* precise(claims: Iterable<Claim>): Generator<Claim> {
  const all = [...claims]
  const pair = ({ from, port, to }: Claim) => `${from} ${port} ${to}`
  const exact = new Set(all.filter(({ toPort }) => toPort >= 0).map(pair))
  for (const claim of all) if (claim.toPort >= 0 || !exact.has(pair(claim))) yield claim
}

function addStranger(strangers: Map<number, Set<string>>, port: number, row: Neighbour): void {
  if (port < 0) return
  let names = strangers.get(port)
  if (!names) strangers.set(port, (names = new Set()))
  if (names.size < mostAtPort) names.add(strangerName(row).slice(0, 64).toLowerCase())
}

function tellStrangers(
  network: Network,
  strangers: ReadonlyMap<number, ReadonlySet<string>>,
  doubts: Doubts,
): void {
  for (const [port, names] of strangers) {
    const device = network.owner[port]!
    const [name = ''] = names
    const others = names.size > 1 ? ` and ${names.size - 1} more` : ''
    const where = `${portName(network, port)} of ${nameOf(network, device)}`
    doubts.add('stranger', [network.devices[device]!.id], `${quoted(name)}${others} at ${where}`)
  }
}
