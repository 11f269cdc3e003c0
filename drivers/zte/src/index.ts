import { defineDriver } from '@linecard/driver-kit'
import { c300Fw12, c300Fw21 } from './families/c300.ts'
import { c600 } from './families/c600.ts'
import { zxdsl } from './families/zxdsl.ts'
import { zxr10 } from './families/zxr10.ts'
import { models } from './models.ts'

export default defineDriver({
  id: 'zte',
  vendor: 'ZTE',
  api: 1,
  families: [c300Fw12, c300Fw21, c600, zxr10, zxdsl],
  models,
})
