import { oidParts } from '@linecard/driver-kit'
import { judge, type Case, type Comparison, type Row } from '../area.ts'
import { rowOf, saidBy, takeBest, type Cells } from './row.ts'
import { column, identity, macAt, numberOf, plain, textOf } from './table.ts'

const remote = '1.0.8802.1.1.2.1.4.1.1'
const local = '1.0.8802.1.1.2.1.3.7.1'
const macSubtype = 4
/** LldpPortIdSubtype: interfaceAlias, interfaceName, local are text; macAddress is octets. */
const textSubtypes: ReadonlySet<number | null> = new Set([1, 5, 7])
const macPortSubtype = 3

/** The interface of a local port, if its id or description is the name of exactly one interface. */
function localPorts(of: Case): (port: number) => string | null {
  const [descr, , name] = identity.map(oid => column(of, oid))
  const [ids, texts] = [column(of, `${local}.3`), column(of, `${local}.4`)]
  const named = (wanted: string | null): string | null => {
    if (wanted === null) return null
    const found = new Set(
      [...name!, ...descr!].flatMap(([index, value]) => (textOf(value) === wanted ? [index] : [])),
    )
    return found.size === 1 ? [...found][0]! : null
  }
  return port => named(textOf(ids.get(String(port)))) ?? named(textOf(texts.get(String(port))))
}

/** `indexed`: the index has the three parts of the standard: time mark, local port, number. */
interface Remote {
  indexed: boolean
}

function remoteRows(of: Case): Row<Remote>[] {
  const [subtypes, chassis, idSubtypes, ids, descrs, names, abouts] = [4, 5, 6, 7, 8, 9, 10].map(arc =>
    column(of, `${remote}.${arc}`),
  )
  const idOf = (index: string): string | null => {
    const [subtype, id] = [numberOf(idSubtypes!.get(index)), ids!.get(index)]
    const text = textOf(id)
    if (subtype === macPortSubtype) return macAt(id)
    return textSubtypes.has(subtype) && /^[\x20-\x7e]+$/.test(text ?? '') ? text : null
  }
  const portOf = localPorts(of)
  const left = (of.answers.lldpInfo?.remotes ?? []).map((row): Cells => ({
    local: String(row.loc_port_id),
    port: row.loc_interface?.if_index == null ? null : String(row.loc_interface.if_index),
    name: plain(row.rem_name) || null,
    chassis: row.rem_chassis_id,
    portId: plain(row.rem_interface) || null,
    portDescr: plain(row.rem_port_descr) || null,
    about: plain(row.rem_descr) || null,
  }))
  return [...chassis!].map(([index, value]) => {
    const parts = oidParts(index)
    const indexed = parts.length === 3 && parts[1] !== 0
    const cells = {
      local: indexed ? String(parts[1]) : null,
      port: indexed ? portOf(parts[1]!) : null,
      name: textOf(names!.get(index)),
      chassis: numberOf(subtypes!.get(index)) === macSubtype ? macAt(value) : null,
      portId: idOf(index),
      portDescr: textOf(descrs!.get(index)),
      about: textOf(abouts!.get(index)),
    }
    return rowOf(
      'remotes',
      index,
      cells,
      takeBest(cells, left),
      { indexed },
      saidBy(of, 'lldpInfo', [remote], index),
    )
  })
}

const remotes: Comparison<Remote> = { rows: remoteRows, reasons: [] }
export const remoteReasons = remotes.reasons
export const compareRemotes = judge(remotes)
