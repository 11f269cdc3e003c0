import type { Shown } from './by-tables.ts'
import type { Claims } from './claims.ts'
import type { Doubts } from './doubts.ts'
import type { Draft } from './draft.ts'
import type { Proof } from './found.ts'
import type { Identities } from './identity.ts'
import { nameOf, portName, type Network } from './network.ts'

/** What neighbours tell, and who does not. */
interface Told {
  ids: Identities
  claims: Claims
  /** Devices that speak no protocol of neighbours. */
  quiet: ReadonlySet<number>
}

/** Links by their ends: told ones are refined by what the tables show, and others are added. */
export function joinShown(
  network: Network,
  told: Told,
  { drafts, shown, doubts }: { drafts: Draft[]; shown: readonly Shown[]; doubts: Doubts },
): void {
  const { ids, claims } = told
  const foreign = new Set([...claims.strangers.keys()].map(port => network.trunk[port]!))
  const byPair = new Map<string, Draft[]>()
  /** Ports that are surely taken, and by whom; and all that neighbours tell of. */
  const taken = new Map<number, number>()
  const named = new Set<number>()
  for (const draft of drafts) {
    const key = pairKey(draft.a, draft.b)
    byPair.set(key, [...(byPair.get(key) ?? []), draft])
    for (const port of [draft.aPort, draft.bPort]) if (port >= 0) named.add(network.trunk[port]!)
    if (!draft.sure || draft.shared) continue
    for (const [port, other] of [
      [draft.aPort, draft.b],
      [draft.bPort, draft.a],
    ] as const)
      if (port >= 0) taken.set(network.trunk[port]!, other)
  }
  for (const link of shown) {
    const same = (byPair.get(pairKey(link.upper, link.lower)) ?? []).filter(one => isSame(network, one, link))
    if (same.length > 0) for (const draft of same) refine(network, told, draft, link, same.length)
    else addShown(network, { ids, foreign, taken, named, doubts }, drafts, link)
  }
}

const pairKey = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`)
const fits = ({ trunk }: Network, port: number, shown: number): boolean =>
  port < 0 || shown < 0 || trunk[port] === shown

const isSame = (network: Network, { a, aPort, bPort }: Draft, link: Shown): boolean =>
  a === link.upper
    ? fits(network, aPort, link.upperPort) && fits(network, bPort, link.lowerPort)
    : fits(network, aPort, link.lowerPort) && fits(network, bPort, link.upperPort)

/** What the tables show of a told link. A port that neighbours did not tell is filled in if it is clear. */
function refine(network: Network, { ids, quiet }: Told, draft: Draft, link: Shown, of: number): void {
  if (draft.a !== link.upper) turn(draft)
  draft.directed = true
  if (of === 1 && draft.within === null) {
    if (draft.aPort < 0) draft.aPort = link.upperPort
    if (draft.bPort < 0) draft.bPort = link.lowerPort
  }
  draft.proofs.push(...proofsOf(network, ids, link))
  draft.shared ||= link.shared
  if (link.sure && draft.aPort >= 0 && draft.bPort >= 0) draft.sure = true
  if (draft.supported && link.maybe.length === 0 && draft.aPort >= 0 && draft.bPort >= 0) draft.sure = true
  // Somebody is between, and it may be a device that passes LLDP on.
  if (quiet.size > 0 && link.shared && !link.sure) draft.sure = false
  if (link.maybe.some(at => quiet.has(at))) draft.sure = false
  const together = 1 - (1 - draft.confidence) * (1 - link.confidence)
  draft.confidence = draft.sure ? Math.max(together, 0.95) : Math.min(together, 0.9)
}

function turn(draft: Draft): void {
  const { a, aPort, b, bPort, within } = draft
  Object.assign(draft, { a: b, aPort: bPort, b: a, bPort: aPort })
  if (within) draft.within = { a: within.b, b: within.a }
}

interface Known {
  ids: Identities
  /** Ports (aggregates) with neighbours that are not in the inventory. */
  foreign: ReadonlySet<number>
  taken: ReadonlyMap<number, number>
  named: ReadonlySet<number>
  doubts: Doubts
}

function addShown(network: Network, known: Known, drafts: Draft[], link: Shown): void {
  const { ids, foreign, taken, named, doubts } = known
  const atLower = taken.get(link.lowerPort)
  if (atLower !== undefined) return
  const atUpper = taken.get(link.upperPort)
  const base = { b: link.lower, bPort: link.lowerPort, directed: true, within: null, supported: false }
  const proofs = proofsOf(network, ids, link)
  if (atUpper !== undefined) {
    if (link.sure) {
      const [upper, lower] = [nameOf(network, link.upper), nameOf(network, link.lower)]
      const where = `${portName(network, link.upperPort)} of ${upper}`
      const text = `the FDB shows ${lower} at ${where}, where neighbours tell another device`
      doubts.add(
        'contradiction',
        [link.upper, link.lower].map(at => network.devices[at]!.id),
        text,
      )
    }
    const text = `FDB: behind ${nameOf(network, atUpper)}, whose port is not known`
    if (atUpper !== link.lower)
      drafts.push({
        ...base,
        a: atUpper,
        aPort: -1,
        proofs: [{ by: 'fdb', text }],
        confidence: 0.5,
        sure: false,
        shared: false,
      })
    return
  }
  const pon = link.upperPort >= 0 && network.ports[link.upperPort]!.kind === 'pon'
  const { upper: a, upperPort: aPort } = link
  // Neighbours tell somebody else there.
  const isNamed = named.has(aPort) || named.has(link.lowerPort)
  const sure = link.sure && !isNamed
  const confidence = isNamed ? Math.min(link.confidence, 0.6) : link.confidence
  drafts.push({
    ...base,
    a,
    aPort,
    proofs,
    confidence,
    sure,
    shared: link.shared || pon || foreign.has(link.upperPort),
  })
}

function proofsOf(network: Network, ids: Identities, link: Shown): Proof[] {
  const { upper, upperPort, lower, lowerPort, maybe } = link
  const [high, low] = [nameOf(network, upper), nameOf(network, lower)]
  const way = lowerPort < 0 ? '' : `; its way up is ${portName(network, lowerPort)}`
  const some = maybe
    .slice(0, 3)
    .map(at => nameOf(network, at))
    .join(', ')
  const open = maybe.length === 0 ? '' : `; between may be ${some}${maybe.length > 3 ? ' and others' : ''}`
  const onu = upperPort >= 0 && network.ports[upperPort]!.kind === 'onu'
  const proofs: Proof[] = [
    { by: 'fdb', text: `FDB: ${low} is behind ${portName(network, upperPort)} of ${high}${way}${open}` },
  ]
  if (onu) proofs.push({ by: 'pon', text: `PON: ${portName(network, upperPort)} is an ONU of ${high}` })
  for (const [at, name] of [
    [upper, high],
    [lower, low],
  ] as const)
    if (ids.byArp.has(at))
      proofs.push({ by: 'arp', text: `ARP: the address of ${name} is told by its gateway` })
  return proofs
}
