import { judge, near, type Comparison } from './area.ts'
import { ofPorts } from './sensor-ports.ts'
import { rowsOf, sensorsOf, words, type Sensor } from './sensor-rows.ts'

const temperatures: Comparison<Sensor> = {
  rows: of =>
    rowsOf(
      'temperature',
      '°C',
      sensorsOf(of, 'temperature'),
      [
        ...(of.answers.sysTemp?.sensors ?? []).flatMap(({ name, value }) =>
          value === null ? [] : [{ label: name, ifIndex: null, value }],
        ),
        ...(of.answers.sfpOptical ?? []).flatMap(({ interface: one, temp }) =>
          temp === null ? [] : [{ label: one.name, ifIndex: one.if_index, value: temp }],
        ),
      ],
      0.5,
    ),
  reasons: [
    ...ofPorts('temperature'),
    {
      id: 'twice',
      areas: ['temperature'],
      text:
        'The same sensor again, from another table with the same entPhysicalIndex (ENVMON and ' +
        'ENTITY-SENSOR): ' +
        'we list it once, with the value of the other row.',
      fits: ({ facts: { twin } }) => twin,
    },
    {
      id: 'inlet',
      areas: ['temperature'],
      text:
        'The inlet air again: it is the only sensor of AOS-CX in ENTITY-SENSOR-MIB, and its own table has ' +
        'it too.',
      fits: ({ facts: { sensor } }, of) =>
        /^\.?1\.3\.6\.1\.2\.1\.99\./.test(sensor?.sensor_oid ?? '') &&
        (of.answers.sysTemp?.sensors ?? []).some(
          ({ name, value }) => /inlet-air/i.test(name) && near(value, sensor?.sensor_current, 0.5),
        ),
    },
    {
      id: 'hotter',
      areas: ['temperature'],
      text:
        'The device names several thermometers of the port (one of them after power): ' +
        '`sfp_optical` gives the hottest.',
      fits: ({ facts: { sensor } }, of) =>
        (of.answers.sfpOptical ?? []).some(
          row =>
            words(sensor?.sensor_descr ?? '').has(row.interface.name.toLowerCase()) &&
            row.temp !== null &&
            row.temp >= sensor!.sensor_current,
        ),
    },
    {
      id: 'modem',
      areas: ['temperature'],
      text: 'Temperature of a radio modem (CISCO-WAN-3G-MIB), not of the device.',
      fits: ({ facts: { sensor } }) => /^\.?1\.3\.6\.1\.4\.1\.9\.9\.661\./.test(sensor?.sensor_oid ?? ''),
    },
  ],
}

export const temperatureReasons = temperatures.reasons
export const compareTemperatures = judge(temperatures)
