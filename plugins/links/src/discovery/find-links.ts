import { joinClaims } from './agree.ts'
import { linksByTables, type Shown } from './by-tables.ts'
import { readClaims, type Claims } from './claims.ts'
import { collectDoubts, type Doubts } from './doubts.ts'
import { draftsOf, type Draft } from './draft.ts'
import type { Found, FoundLink, Proof } from './found.ts'
import { identify, type Identities } from './identity.ts'
import { indexNetwork, nameOf, portName, type Network } from './network.ts'
import { directed, followTold, hangLower, hangTold } from './place.ts'
import { checkWaysUp, findWaysUp, inferUps } from './reference.ts'
import { quietDevices } from './quiet.ts'
import type { Scene } from './scene.ts'
import { readTables } from './tables.ts'
import { growTree } from './tree.ts'
import { judge } from './verdict.ts'
import { viewOf } from './view.ts'

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

/**
 * Suggestions below are false in nine cases of ten, in drawn networks; see docs/project/link-discovery.md.
 */
const leastConfidence = 0.3

/**
 * The links of a network. The theory and its limits: docs/project/link-discovery.md. All long work is done in
 * slices.
 * @throws the reason of the signal, between two steps
 */
export async function findLinks(scene: Scene, { signal }: { signal?: AbortSignal } = {}): Promise<Found> {
  const doubts = collectDoubts()
  const network = await indexNetwork(scene)
  const ids = await identify(network, scene.arp, doubts)
  signal?.throwIfAborted()
  const claims = await readClaims(network, ids, scene.neighbours, doubts)
  signal?.throwIfAborted()
  const tables = await readTables(network, scene.learnt)
  signal?.throwIfAborted()
  if (tables.left > 0) doubts.add('not-read', [], `${tables.left} rows of FDBs are not read: too many`)
  const view = await viewOf(tables, ids, network.ports.length)
  const roots = new Set(scene.roots.map(id => network.deviceOf.get(id) ?? -1))
  await findWaysUp(view, roots)
  await checkWaysUp(view)
  signal?.throwIfAborted()
  const quiet = quietDevices(network, claims)
  const first = await growTree(view)
  const { links: judged, dropped } = await judge(
    { network, view, tree: first, claims, quiet },
    joinClaims(claims),
  )
  for (const { a, aPort, b } of dropped) {
    const where = `${portName(network, aPort)} of ${nameOf(network, a)}`
    const text = `${nameOf(network, b)} is told at ${where}; others say otherwise`
    doubts.add(
      'contradiction',
      [a, b].map(at => network.devices[at]!.id),
      text,
    )
  }
  followTold(network, view, judged)
  await inferUps(view)
  signal?.throwIfAborted()
  const tree = await growTree(view)
  hangTold(network, view, tree, judged)
  await hangLower(view, tree)
  signal?.throwIfAborted()
  const shown = await linksByTables(view, tree)
  signal?.throwIfAborted()
  const drafts = draftsOf(network, judged, link => {
    const one = directed(network, view, link)
    return one === null ? null : one.upper === link.a ? 'a' : 'b'
  })
  joinShown(network, { ids, claims, quiet }, { drafts, shown, doubts })
  const told = drafts.filter(({ sure, confidence }) => sure || confidence >= leastConfidence)
  return { links: told.map(draft => linkOf(network, draft)), doubts: doubts.list, more: doubts.more }
}

function linkOf(network: Network, draft: Draft): FoundLink {
  const { devices, ports } = network
  const idOf = (port: number) => (port < 0 ? null : ports[port]!.id)
  const { directed: isDirected, within, proofs, confidence, sure, shared } = draft
  return {
    a: { device: devices[draft.a]!.id, interface: idOf(draft.aPort) },
    b: { device: devices[draft.b]!.id, interface: idOf(draft.bPort) },
    directed: isDirected,
    within: within === null ? null : { a: idOf(within.a), b: idOf(within.b) },
    proofs,
    confidence,
    sure,
    shared,
  }
}
