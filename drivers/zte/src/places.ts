import { isOnu, type Place as KitPlace, type Places } from '@linecard/driver-kit/onus'
import { keyOf, onuName, parseName, placeOfKey, type Place } from './place.ts'
import { physicalPort } from './indexes.ts'
import { readPorts } from './port-list.ts'

/** A port has ONU 0 in numbers and names of this vendor. */
const toKit = (place: Place): KitPlace => ({ ...place, onu: place.onu === 0 ? null : place.onu })

/** `spelled`: how the series writes the name of a PON port, for ONUs whose board is out. */
const placesOf = (spelled: (technology: string, place: string) => string): Places => ({
  keyOf: place => (isOnu(place) && place.onu === 0 ? null : keyOf({ ...place, onu: place.onu ?? 0 })),
  placeOf: key => {
    const place = placeOfKey(key)
    return place && toKit(place)
  },
  parse: name => {
    const named = parseName(name)
    return named && { ...toKit(named), technology: named.technology }
  },
  onuName: ({ shelf, slot, port, onu }, parent, technology) =>
    onuName(parent?.name ?? spelled(technology, `${shelf}/${slot}/${port}`), onu),
  portOf: ifIndex => physicalPort.decode(ifIndex),
  readPorts,
})

/** Places of the C300 and C320. */
export const places = placesOf((technology, place) => `${technology}_${place}`)
/** Places of the C600 series. */
export const placesC600 = placesOf((technology, place) => `${technology}_olt-${place}`)
