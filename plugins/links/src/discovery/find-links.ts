import { joinClaims } from './agree.ts'
import { linksByTables } from './by-tables.ts'
import { readClaims } from './claims.ts'
import { collectDoubts } from './doubts.ts'
import { draftsOf, type Draft } from './draft.ts'
import type { Found, FoundLink } from './found.ts'
import { identify } from './identity.ts'
import { joinShown } from './join.ts'
import { indexNetwork, nameOf, portName, type Network } from './network.ts'
import { directed, followTold, hangLower, hangTold } from './place.ts'
import { checkWaysUp, findWaysUp, inferUps } from './reference.ts'
import { quietDevices } from './quiet.ts'
import type { Scene } from './scene.ts'
import { readTables } from './tables.ts'
import { growTree } from './tree.ts'
import { judge } from './verdict.ts'
import { viewOf } from './view.ts'

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
