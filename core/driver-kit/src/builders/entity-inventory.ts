import { implement, type Implementation } from '../contract/implementation.ts'
import { refOf, sfpDiag, sfpMedia, sfpOptical } from '../modules/index.ts'
import { PhysicalClass, readEntities, realText, type Entity, type EntityOptions } from './entity.ts'
import { interfacesFor } from './interfaces.ts'

/** PhysicalClass other, unknown, module, port: what agents file a transceiver under. */
const pluggableKinds: ReadonlySet<number | null> = new Set([1, 2, PhysicalClass.module, PhysicalClass.port])

/** A part that can be pulled out of a port: fixed ports have no serial number of their own. */
const pluggable = ({ kind, serial }: Entity): boolean => pluggableKinds.has(kind) && realText(serial) !== null

/** sfp_media from ENTITY-MIB (RFC 6933): modules that sit in a port. */
export const entityInventory = (options: EntityOptions = {}): Implementation =>
  implement(
    sfpMedia,
    async (session, args) => {
      const chosen = new Set((await interfacesFor(session, args.interface)).map(({ id }) => id))
      const entities = await readEntities(session, options)
      const seen = new Set<number>()
      return [...entities.all.values()].filter(pluggable).flatMap(part => {
        const one = entities.portOf(part.index)
        if (!one || !chosen.has(one.id) || seen.has(one.id)) return []
        seen.add(one.id)
        return [
          {
            interface: refOf(one),
            serial_num: realText(part.serial),
            vendor_name: realText(part.maker),
            part_number: realText(part.model),
            connector_type: null,
            _model: part.descr,
          },
        ]
      })
    },
    { source: 'ENTITY-MIB' },
  )

/** sfp_diag made from sfp_media and sfp_optical. */
export const sfpDiagnostics = (): Implementation =>
  implement(
    sfpDiag,
    async (session, args) => {
      const media = await session.call(sfpMedia, args)
      const optical = await session.call(sfpOptical, args)
      const ids = [...new Set([...media, ...optical].map(row => row.interface.id))]
      return ids.map(id => {
        const [first, second] = [
          media.find(row => row.interface.id === id),
          optical.find(row => row.interface.id === id),
        ]
        const { interface: _, ...facts } = first ?? {}
        return {
          interface: (first ?? second)!.interface,
          media: first ? (facts as Omit<typeof first, 'interface'>) : null,
          optical: second
            ? {
                temp: second.temp,
                vcc: second.vcc,
                tx_bias: second.tx_bias,
                tx_power: second.tx_power,
                rx_power: second.rx_power,
              }
            : null,
        }
      })
    },
    { from: [sfpMedia, sfpOptical] },
  )
