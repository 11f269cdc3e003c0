import { defineFamily } from '@linecard/driver-kit'
import { ifControl, poe, sonicMibs, standardMibs } from '@linecard/driver-kit/builders'

/**
 * All builders of the kit without deviations. If the device does not have a value, the result is an empty
 * list or null. If it does not support a SET, it rejects the SET.
 */
export const standard = defineFamily({
  id: 'standard',
  modules: [...standardMibs(), ...poe(), ...ifControl()],
})

/** SONiC on switches of makers without a driver. */
export const sonic = defineFamily({ id: 'sonic', modules: sonicMibs() })
