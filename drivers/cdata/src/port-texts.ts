import { implement, readTable, table, text, type Implementation } from '@linecard/driver-kit'
import { interfaceDescriptions } from '@linecard/driver-kit/modules'
import { descriptionModule, type Olt } from '@linecard/driver-kit/onus'
import { parseName } from './names.ts'
import { nscrtv } from './nodes.ts'

/** Texts of PON ports and of uplinks: rows `1.0.<ifIndex>`. A port without a text has its own name there. */
const columns = [`${nscrtv}.2.3.3.1.1.21`, `${nscrtv}.2.3.2.1.1.4`]

/**
 * interface_descriptions. A port without ifAlias has the text that the console gave it (`port-desc`,
 * `port-name`).
 */
export function portTexts(olt: Olt): Implementation {
  const standard = descriptionModule(olt)
  return implement(
    interfaceDescriptions,
    async (session, args) => {
      const rows = (await standard.run(session, args)) as typeof interfaceDescriptions.example
      const bare = rows.filter(({ interface: { type }, description }) => type !== 'ONU' && !description)
      if (bare.length === 0) return rows
      const texts = new Map<number, string>()
      for (const oid of columns)
        for (const [index, { words }] of await readTable(session, table({ words: text(oid) })))
          if (words !== null && parseName(words) === null) texts.set(Number(index.split('.').at(-1)), words)
      return rows.map(row => {
        const words = row.interface.if_index === null ? undefined : texts.get(row.interface.if_index)
        return row.interface.type === 'ONU' || row.description || words === undefined
          ? row
          : { ...row, description: words }
      })
    },
    { override: true },
  )
}
