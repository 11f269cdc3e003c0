import { defineDriver, type Family, type Implementation } from '../src/index.ts'
import { buildIndex } from '../src/detection/index.ts'

/** The one model of a driver with these modules. */
export function smallModel(
  modules: readonly Implementation[],
  more: Omit<Partial<Family<unknown>>, 'modules'> = {},
) {
  const driver = defineDriver({
    id: 'acme',
    vendor: 'Acme',
    api: 1,
    models: [
      {
        key: 'acme_x',
        name: 'Acme X',
        type: 'SWITCH',
        family: { id: 'x', ...more, modules },
        detect: { objectId: '1.3.6.1.4.1.99999.1' },
      },
    ],
  })
  return buildIndex([driver]).models.get('acme_x')!
}
