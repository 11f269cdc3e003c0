import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import { refOf, sfpMedia } from '../modules/index.ts'
import type { Column, Columns } from '../table/index.ts'
import { interfacesFor, rowsByIfIndex } from './interfaces.ts'

/** Columns of a vendor's own table with inventory facts of transceivers, by ifIndex. */
export type MediaColumns = {
  [K in keyof Omit<Static<typeof sfpMedia.result>[number], 'interface'>]?: Column<
    NonNullable<Static<typeof sfpMedia.result>[number][K]>
  >
}

/** sfp_media from a vendor's table by ifIndex. A row without any value is an empty slot. */
export const mediaTable = (columns: MediaColumns): Implementation =>
  implement(sfpMedia, async (session, args) => {
    const rows = await rowsByIfIndex(
      session,
      columns as Columns,
      await interfacesFor(session, args.interface),
      args.interface,
    )
    return rows
      .filter(([, row]) => Object.values(row).some(value => value !== null))
      .map(([one, row]) => ({
        interface: refOf(one),
        serial_num: null,
        vendor_name: null,
        part_number: null,
        connector_type: null,
        ...(row as object),
      }))
  })
