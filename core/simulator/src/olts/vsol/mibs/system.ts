import type { SimulatedOlt } from '../../../olt/olt.ts'
import { type Subtree, type Write, int, scalars, table, text } from '../../../simulated/columns.ts'
import { wander } from '../../../simulated/values.ts'
import { Status } from '../../../snmp/pdu.ts'
import { switching } from '../node.ts'

/** A scalar that does something when it is SET to 1. */
const action = (act: () => void) => {
  const write: Write<undefined> = (_row, value) => {
    if (value !== 1) return Status.badValue
    act()
    return 0
  }
  return int<undefined>(() => 0, write)
}
const macWords = (mac: Buffer) => mac.toString('hex').replace(/..(?=.)/g, '$&:')

/**
 * Load, temperature, versions, restart and saving: `.12` of the switch. `.14.1` is the name of the product.
 */
export const system = (olt: SimulatedOlt): Subtree => {
  const [card] = olt.cards
  const cpu = wander(`${olt.seed} cpu`, card!.cpu, card!.cpu * 0.4)
  const heat = wander(`${olt.seed} heat`, 44, 4)
  return function* (listing) {
    yield* scalars(listing, `${switching}.12`, {
      1: action(() => olt.control.reboot()),
      3: int((_row, now) => Math.round(cpu(now))),
      4: int(() => card!.memory),
      '5.1': text(() => olt.facts.sysName),
      '5.4': text(() => card!.firmware),
      '5.5': text(() => card!.hardware),
      '5.7': text(() => macWords(olt.facts.mac)),
      '5.9': int((_row, now) => Math.round(heat(now))),
      '5.11': text(() => `V${olt.facts.mac.toString('hex').toUpperCase()}`),
      '5.15': text(() => `${card!.pon!.toUpperCase()}-OLT`),
      '8.2': action(() => olt.control.save()),
    })
    yield* scalars(listing, `${switching}.14`, { 1: text(() => card!.type) })
  }
}

/** Transceivers of the PON ports: texts with units. */
export const transceivers = (olt: SimulatedOlt): Subtree =>
  function* (listing) {
    const rows = olt.pons.map(port => {
      const seed = `${olt.seed} ${port.ifName}`
      return [
        port.number,
        {
          number: port.number,
          heat: wander(`${seed} heat`, 38, 3),
          volts: wander(`${seed} volts`, 3.27, 0.02),
          bias: wander(`${seed} bias`, 14, 2),
          tx: wander(`${seed} tx`, 6.2, 0.3),
        },
      ] as const
    })
    yield* table(listing, `${switching}.13.1.1`, rows, {
      1: int(row => row.number),
      2: text((row, now) => `${row.heat(now).toFixed(2)} .C`),
      3: text((row, now) => `${row.volts(now).toFixed(2)} V`),
      4: text((row, now) => `${row.bias(now).toFixed(2)} mA`),
      5: text((row, now) => `${row.tx(now).toFixed(2)} dbm`),
    })
  }
