import type { ResultOf } from '@linecard/driver-kit'
import { cardList, cardStatus } from '@linecard/driver-kit/modules'
import { closedObject, nullable, type LiveAnswer, type LiveParts } from '@linecard/plugin-kit'
import { Type as T, type TSchema } from 'typebox'

type Listed = ResultOf<typeof cardList>[number]
type State = ResultOf<typeof cardStatus>[number]

const propertiesOf = (rows: unknown) =>
  (rows as { items: { properties: Record<string, TSchema> } }).items.properties
const { id: _id, rack: _rack, shelf: _shelf, slot: _slot, ...state } = propertiesOf(cardStatus.result)

/** A board with its state. */
export const Card = closedObject(
  {
    ...propertiesOf(cardList.result),
    state: nullable(closedObject(state, { description: 'State and load; null: not given' })),
  },
  { $id: 'olts.Card', description: 'A board of the chassis' },
)
export type Card = Listed & { state: Omit<State, 'id' | 'rack' | 'shelf' | 'slot'> | null }

function stateOf(row: State): NonNullable<Card['state']> {
  const { id: _i, rack: _r, shelf: _h, slot: _s, ...rest } = row
  return rest
}
const known = <T>(parts: LiveParts, name: string) => parts.get(name)?.data as T | undefined

/**
 * Boards with their state, by the number that both modules use. Null: the device gave neither. A board that
 * only one of them names is listed too.
 */
export function cardsOf(parts: LiveParts): Card[] | null {
  const list = known<Listed[]>(parts, cardList.name)
  const states = known<State[]>(parts, cardStatus.name)
  if (!list && !states) return null
  const byId = new Map(states?.map(one => [one.id, one]))
  const named = (list ?? []).map(one => {
    const own = byId.get(one.id)
    byId.delete(one.id)
    return { ...one, state: own ? stateOf(own) : null }
  })
  const rest = [...byId.values()].map(one => ({
    id: one.id,
    rack: one.rack,
    shelf: one.shelf,
    slot: one.slot,
    cfg_type: null,
    technology: null,
    num_ports: null,
    soft_ver: null,
    state: stateOf(one),
  }))
  return [...named, ...rest]
}

export const exampleCard = { ...cardList.example[0]!, state: stateOf(cardStatus.example[0]!) }

export const cardsAnswer: LiveAnswer = {
  schema: T.Array(Card),
  example: [exampleCard],
  modules: [{ module: cardList }, { module: cardStatus }],
  make: cardsOf,
}
