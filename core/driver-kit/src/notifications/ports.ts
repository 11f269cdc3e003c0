import type { ToldObject, ToldPort } from '../contract/notification.ts'
import { placeAt } from '../onus/layouts.ts'
import { fitting, type Place, type PlaceIndex, type Places } from '../onus/places.ts'

type FindPort = (objects: readonly ToldObject[]) => ToldPort | null

const [ifIndex, ifName] = ['1.3.6.1.2.1.2.2.1.1.', '1.3.6.1.2.1.31.1.1.1.1.']
/** sysUpTime, snmpTrapOID and the rest of SNMPv2-MIB, which is in every notification. */
const isOfAgent = (oid: string) => oid.startsWith('1.3.6.1.2.1.1.') || oid.startsWith('1.3.6.1.6.3.')

const isIndex = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0
const tailOf = (oid: string, count: number) => oid.split('.').slice(-count)

/** IF-MIB: the value of ifIndex, else the index of a row of ifTable or ifXTable. */
export const ifTablePort: FindPort = objects => {
  for (const { oid, value } of objects)
    if (oid.startsWith(ifIndex) && isIndex(value)) return { ifIndex: value }
  for (const { oid, value } of objects)
    if (oid.startsWith(ifName) && typeof value === 'string' && value !== '') return { name: value }
  for (const { oid } of objects)
    if (oid.startsWith('1.3.6.1.2.1.2.2.1.') || oid.startsWith('1.3.6.1.2.1.31.1.1.1.'))
      return { ifIndex: Number(tailOf(oid, 1)[0]) }
  return null
}

/**
 * Vendors' tables whose rows have an ifIndex: a sub-identifier from the end of the first object, 1: the last.
 */
export const ifIndexAt =
  (fromEnd = 1): FindPort =>
  objects => {
    const told = objects.find(({ oid }) => !isOfAgent(oid))
    const number = Number(told && tailOf(told.oid, fromEnd)[0])
    return isIndex(number) ? { ifIndex: number } : null
  }

/**
 * Vendors' tables whose rows have a packed index: one of the last two sub-identifiers of an object, or both,
 * is an index of a layout. `ports`: the place of a PON port in such a number.
 */
export const placeIn =
  (
    { keyOf }: Pick<Places, 'keyOf'>,
    layouts: readonly PlaceIndex[],
    ports: (index: number) => Place | null = () => null,
  ): FindPort =>
  objects => {
    for (const { oid } of objects) {
      if (isOfAgent(oid)) continue
      const [before = '', last = ''] = tailOf(oid, 2)
      for (const index of [`${before}.${last}`, last, before]) {
        const place = fitting(() => placeAt(layouts, index)) ?? fitting(() => ports(Number(index)))
        const key = place && fitting(() => keyOf(place))
        if (key != null) return { key }
      }
    }
    return null
  }
