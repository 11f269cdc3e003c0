import { textAt, type Area, type Reason } from '../area.ts'

/** How agents name an ONU in ifDescr and ifName: `EPON0/1:3`, `EPON01ONU34`, `Ont 123`. */
const onuName = /(?:\d:\d{1,4}|onu|\bont)\b|ONU\d+$/i

/** The row is an ONU, by its own name; modules of ports leave ONUs out. */
export const onuRow = (areas: readonly Area[]): Reason<number> => ({
  id: 'onu',
  areas,
  text:
    'ifDescr or ifName of the row is that of an ONU, and `interfaces_list` has it as one: modules of ports ' +
    'leave ONUs out, modules of ONUs have them (docs/project/onu-fidelity.md).',
  fits: ({ facts, ours }, of) => {
    if (ours !== null) return false
    const mine = of.answers.interfaces?.find(one => one.if_index === facts)
    const names = ['1.3.6.1.2.1.2.2.1.2', '1.3.6.1.2.1.31.1.1.1.1'].map(oid => textAt(of, `${oid}.${facts}`))
    return mine?.type === 'ONU' && names.some(name => name !== null && onuName.test(name))
  },
})
