import { defineFamily } from '@linecard/driver-kit'
import { ifControl, poe, standardMibs } from '@linecard/driver-kit/builders'

/**
 * Every builder of the kit, without a deviation. What the device does not have is an empty list or null; a
 * SET that it does not take is refused by it.
 */
export const standard = defineFamily({
  id: 'standard',
  modules: [...standardMibs(), ...poe(), ...ifControl()],
})
