import { defineDriver } from '@linecard/driver-kit'
import { eos } from './families/eos.ts'

/** Arista switches with EOS. */
export default defineDriver({
  id: 'arista',
  vendor: 'Arista',
  api: 1,
  families: [eos],
  models: [{
    key: 'arista_default', name: 'Arista', type: 'SWITCH', family: 'eos',
    // aristaProducts; the first switches stood directly below the enterprise.
    detect: [{ objectId: '1.3.6.1.4.1.30065.1' }, { objectId: '1.3.6.1.4.1.30065', descr: /^Arista Networks EOS\b/ }],
  }],
})
