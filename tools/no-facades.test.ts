import { expect, test } from 'vitest'
import { type BuiltChunk, removeFacades } from './no-facades.ts'

function chunk(name: string, code: string, imports: readonly string[] = [], isEntry = false): BuiltChunk {
  return { type: 'chunk', fileName: `assets/${name}`, code, imports, isEntry }
}

function bundleOf(...chunks: BuiltChunk[]) {
  return Object.fromEntries(chunks.map((one) => [one.fileName, one]))
}

const slider = chunk('slider-1.js', 'export{Rn as Slider,$t as default}from"./later-2.js";', [
  'assets/later-2.js',
])
const later = chunk('later-2.js', 'var a=1;export{a as Rn,a as $t};')

test('a part is imported from the chunk that has it, under its own names, and preloads that', () => {
  const main = chunk(
    'main-3.js',
    'm.f=["./slider-1.js","./later-2.js"];p(()=>import(`./slider-1.js`),[0,1])',
    [],
    true,
  )
  const bundle = bundleOf(main, { ...slider }, { ...later })
  removeFacades(bundle)
  expect(Object.keys(bundle)).toEqual(['assets/main-3.js', 'assets/later-2.js'])
  expect(main.code).toBe(
    'm.f=["./later-2.js","./later-2.js"];p(()=>import(`./later-2.js`).then(e=>({Slider:e.Rn,default:e.$t})),[0,1])',
  )
  expect(later.code).toBe('var a=1;export{a as Rn,a as $t};')
})

test('what another file imports statically, the page’s entry, and what does more than pass on stay', () => {
  const imported = chunk('main-3.js', 'import{Slider as e}from"./slider-1.js";e()', ['assets/slider-1.js'])
  const entry = chunk('index-4.js', 'export{a}from"./later-2.js";', ['assets/later-2.js'], true)
  const more = chunk('menu-5.js', 'export{b as Menu}from"./later-2.js";go()', ['assets/later-2.js'])
  const bundle = bundleOf(imported, { ...slider }, entry, more, { ...later })
  const before = structuredClone(bundle)
  removeFacades(bundle)
  expect(bundle).toEqual(before)
})
