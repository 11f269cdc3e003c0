import { implement, readTable, scaled, table } from '@linecard/driver-kit'
import { interfacesList, ponPortsOptical, refOf } from '@linecard/driver-kit/modules'
import { findInterface } from '@linecard/driver-kit/onus'
import { pon } from './nodes.ts'
import { olt } from './onus.ts'
import { ponIndex } from './places.ts'

const sent = table({ tx: scaled(`${pon}.8`, { by: 0.01, none: [0], min: -60, max: 20 }) })

/** pon_ports_optical: light that the port sends. */
export const ponOptics = implement(ponPortsOptical, async (session, args) => {
  const ports =
    args.interface === undefined
      ? await session.call(interfacesList, { type: 'PON' })
      : [await findInterface(session, olt, args.interface)]
  const rows = await readTable(session, sent)
  return ports.flatMap(one => {
    const index = olt.places.parse(one.name)
    const tx = (index && rows.get(ponIndex(index) ?? '')?.tx) ?? null
    return one.type === 'PON' && tx !== null
      ? [
          {
            interface: refOf(one),
            temp: null,
            voltage: null,
            bias: null,
            tx,
            vendor: null,
            product_name: null,
          },
        ]
      : []
  })
})
