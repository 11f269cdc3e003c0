/** `@linecard/plugin-metrics/names`: every name in a scrape, for pages and for checks of dashboards. */
import { families, ofInterface, slotOf, type Unit } from './catalogue/index.ts'
import { exposedOf, type Exposed } from './exposition/text.ts'

export interface MetricName extends Pick<Exposed, 'name' | 'help' | 'type' | 'alias'> {
  /** Of a counter the unit of its rate; null. */
  unit: Unit | null
  /** Labels that tell its series apart. */
  labels: readonly string[]
}

const own = { device: ['device_id', 'device', 'ip'], interface: ['interface_id', 'interface', 'type'] }
const before = { device: ['ip', 'dev_id'], interface: ['iface_id', 'iface_name', 'iface_type'] }

/** All names of metrics of devices, in the order of a scrape. */
export const metricNames = (): MetricName[] =>
  families.flatMap(family => {
    const port = ofInterface.has(family.key)
    return exposedOf(family.id, true).map(({ name, help, type, alias, counter, slot }) => {
      const set = alias ? before : own
      const part = port && family.key !== 'between' ? [] : [alias ? 'name' : 'part']
      const labels = [...set.device, ...(port ? set.interface : []), ...part]
      return { name, help, type, alias, unit: counter ? null : slotOf({ family, slot }).unit, labels }
    })
  })
