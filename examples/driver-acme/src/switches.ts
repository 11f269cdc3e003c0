import { defineFamily, implement, readTable, scaled, table, text } from '@linecard/driver-kit'
import { ifControl, switchMibs, systemInfo } from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'

/** ACME-MIB acmeSensorTable: tenths of a degree, -999 for a sensor that does not work. */
const sensors = table({
  name: text('1.3.6.1.4.1.99999.2.1.1.2'),
  value: scaled('1.3.6.1.4.1.99999.2.1.1.3', { by: 0.1, none: [-999] }),
})

const temperatures = implement(sysTemp, async session => {
  const rows = [...(await readTable(session, sensors)).values()].flatMap(({ name, value }) =>
    name === null ? [] : [{ name, value }],
  )
  const hottest = rows.filter(row => row.value !== null).toSorted((a, b) => b.value! - a.value!)[0]
  return {
    main: hottest?.value ?? null,
    main_from: hottest?.name ?? null,
    cpu: null,
    board: null,
    sensors: rows,
  }
})

/** Everything but the temperature is in standard MIBs. */
export const switches = defineFamily({
  id: 'switch',
  modules: [
    systemInfo({ vendor: 'Acme Networks', noEntity: true }),
    ...switchMibs(),
    ...ifControl(),
    temperatures,
  ],
})
