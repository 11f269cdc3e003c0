import type { Entity } from './mibs/entity.ts'
import { boardEntity, portEntity } from './mibs/huawei.ts'
import type { SwitchModel } from './models/index.ts'
import type { SwitchState } from './switch-state.ts'

const makers = {
  dlink: 'D-Link',
  cisco: 'Cisco',
  huawei: 'Huawei',
  eltex: 'Eltex',
  juniper: 'Juniper Networks',
} as const

/** Rows of the ENTITY-MIB: the chassis, the board of a Huawei, and the ports. */
export function entitiesOf(model: SwitchModel, { ports, serial }: SwitchState): Entity[] {
  const { vendor, name, firmware } = model
  const huawei = vendor === 'huawei'
  return [
    {
      index: 1,
      in: 0,
      class: 3,
      descr: model.sysDescr,
      name,
      hw: model.hardware,
      fw: firmware,
      sw: firmware,
      serial,
      maker: makers[vendor],
      model: name,
      fru: true,
    },
    ...(huawei ? [{ index: boardEntity, in: 1, class: 9, descr: `${name} board`, name: 'MPU Board 0' }] : []),
    ...ports.map(port => ({
      index: huawei ? portEntity(port) : 100 + port.ifIndex,
      in: huawei ? boardEntity : 1,
      class: 10,
      descr: vendor === 'dlink' ? `Port ${port.ifIndex}` : port.ifDescr,
      name: port.ifName,
    })),
  ]
}
