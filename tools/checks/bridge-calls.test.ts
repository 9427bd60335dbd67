import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findBridgeCalls } from './bridge-calls.ts'

test('a component or hook that uses the bridge itself is named with its line', () => {
  const root = plantFiles({
    'renderer/row.tsx': "const { bridge } = useAtelier()\nvoid bridge.call('library.list', {})",
    'renderer/features/library/use-rows.ts': "bridge.on('library.changed', read)",
    'renderer/features/library/row-store.ts': "bridge.call('library.list', {})",
    'renderer/features/library/rows.test.tsx': "bridge.call('library.list', {})",
    'renderer/page-part.tsx': 'createRowStore(bridge)',
  })
  expect(findBridgeCalls(root)).toEqual([
    'renderer/features/library/use-rows.ts:1  call the bridge in a store',
    'renderer/row.tsx:2  call the bridge in a store',
  ])
})
