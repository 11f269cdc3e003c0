import type { ResultOf } from '@linecard/driver-kit'
import { ponPortsList } from '@linecard/driver-kit/modules'
import type { LiveParts, StoredPonPort } from '@linecard/plugin-kit'
import { cardsOf, type Card } from '../answers/cards.ts'
import { fillingOf, maximumOf } from '../answers/ports.ts'
import type { CardNode, PortNode } from './schemas.ts'

type Listed = ResultOf<typeof ponPortsList>[number]

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, n) => all + n, 0)

/** A port, from what is stored and from the list of the device. */
function nodeOf(stored: StoredPonPort | undefined, listed: Listed | undefined): PortNode {
  const statuses = stored?.statuses ?? {}
  const registered = sum(statuses)
  const maximum = listed ? maximumOf(listed) : null
  const id = listed?.id ?? (stored?.bind_key == null ? null : Number(stored.bind_key))
  return {
    id: stored?.id ?? null,
    interface:
      id === null
        ? null
        : {
            id,
            name: listed?.name ?? stored?.name ?? String(id),
            type: 'PON',
            parent: null,
            if_index: listed?.if_index ?? null,
          },
    status: stored?.status ?? null,
    admin_state: stored?.admin_state ?? null,
    description: stored?.description ?? null,
    registered,
    online: statuses['Online'] ?? 0,
    statuses,
    maximum,
    filling: fillingOf(registered, maximum),
  }
}

const sameSlot = (card: Card, { _slot: slot, _frame: frame }: Listed) =>
  card.slot === slot && (card.shelf === null || frame == null || card.shelf === frame)

/**
 * Cards with their PON ports. Ports whose card is not known come last, and so do ONUs whose port is not
 * known. `whole`: also cards without ports, and ports that are not stored.
 */
export function nodesOf(parts: LiveParts, stored: readonly StoredPonPort[], whole: boolean): CardNode[] {
  const listed = (parts.get(ponPortsList.name)?.data ?? []) as Listed[]
  const byKey = new Map(listed.map(one => [one.id, one]))
  const cards: CardNode[] = (cardsOf(parts) ?? []).map(card => ({ card, ports: [] }))
  const rest: CardNode = { card: null, ports: [] }
  const known = new Set<number>()
  const put = (port: StoredPonPort | undefined, one: Listed | undefined) => {
    const home = one && cards.find(({ card }) => card && sameSlot(card, one))
    ;(home ?? rest).ports.push(nodeOf(port, one))
  }
  for (const port of stored) {
    const key = port.bind_key === null ? null : Number(port.bind_key)
    if (key !== null) known.add(key)
    put(port, key === null ? undefined : byKey.get(key))
  }
  if (whole) for (const one of listed) if (!known.has(one.id)) put(undefined, one)
  const all = rest.ports.length > 0 ? [...cards, rest] : cards
  return whole ? all : all.filter(({ ports }) => ports.length > 0)
}
