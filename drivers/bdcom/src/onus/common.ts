import { enumeration, table, text } from '@linecard/driver-kit'
import { ifRowCounters, type OnuCounters, type OnuTable, type Places } from '@linecard/driver-kit/onus'
import { byIfIndex } from '../index-map.ts'

const ifEntry = '1.3.6.1.2.1.2.2.1'
const ifXEntry = '1.3.6.1.2.1.31.1.1.1'

/** ifOperStatus of IF-MIB. */
export const ifOper = enumeration(`${ifEntry}.8`, {
  1: 'Up',
  2: 'Down',
  3: 'Testing',
  4: 'Unknown',
  5: 'Dormant',
  6: 'NotPresent',
  7: 'LLDown',
})

/** ifDescr: the name of an ONU. */
export const names = (places: Places): OnuTable => ({
  columns: table({ descr: text(`${ifEntry}.2`) }),
  index: byIfIndex(places),
})

export const ifAlias = text(`${ifXEntry}.18`)

/** ifXTable: each ONU has its own row. In: from the ONU. */
export const counters = (places: Places): OnuCounters => ifRowCounters(byIfIndex(places))
