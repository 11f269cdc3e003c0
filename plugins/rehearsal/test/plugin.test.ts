import { testPermissionTexts } from '@linecard/test-kit'
import plugin from '../src/index.ts'

testPermissionTexts(plugin)
