import { expect, it } from 'vitest'
import { roleOf } from './input-role.ts'

it.each([
  ['start_image', 'start'],
  ['image_url', 'start'],
  ['first_frame', 'start'],
  ['first_frame_url', 'start'],
  ['end_image', 'end'],
  ['last_frame', 'end'],
  ['reference_images', 'reference'],
  ['reference_audios', 'reference'],
  ['style_images', 'reference'],
  ['image_urls', 'reference'],
  ['mask_image', null],
  ['start_video', null],
  ['edit_video', null],
  ['prompt', null],
])('[ACT5] reads the role of an input from its name: %s', (name, role) => {
  expect(roleOf(name)).toBe(role)
})
