import type { Session } from '../contract/session.ts'
import type { Interface } from '../modules/index.ts'
import { fitting, isOnu, type OnuPlace, type PlaceIndex } from './places.ts'
import type { Olt, OnuTable } from './tree.ts'

/** The index of a place in one layout; null for a place that it cannot have. */
export const indexOf = (layout: PlaceIndex, place: OnuPlace): string | null =>
  fitting(() => layout.encode(place))

/** The place in an index. The first layout that can read the index decides. */
export const placeAt = (layouts: readonly PlaceIndex[], index: string): OnuPlace | null => {
  for (const layout of layouts) {
    const place = layout.decode(index)
    if (place) return place
  }
  return null
}

/** The layouts of a table's row indexes, for the ONUs that are about to be read. */
export const layoutsOf = async (
  session: Session,
  { index }: Pick<OnuTable, 'index'>,
  onus: readonly OnuPlace[] | 'all' = 'all',
): Promise<readonly PlaceIndex[]> => (typeof index === 'function' ? index(session, onus) : index)

/** The places of ONUs, with their bind keys. */
export const placesOf = ({ placeOf }: Olt['places'], onus: readonly Interface[]): [OnuPlace, number][] =>
  onus.flatMap(({ id }): [OnuPlace, number][] => {
    const place = placeOf(id)
    return place && isOnu(place) ? [[place, id]] : []
  })
