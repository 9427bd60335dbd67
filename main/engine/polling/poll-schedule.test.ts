import { expect, it } from 'vitest'
import { createPollSchedule } from './poll-schedule.ts'

it('[JOB20] takes the most urgent of what is due, the longest due among equals, and nothing early', () => {
  const schedule = createPollSchedule()
  schedule.set('old', 'old', 10)
  schedule.set('young', 'young', 30)
  schedule.set('middling', 'middling', 20)
  expect([schedule.firstAt(), schedule.take(9)]).toEqual([10, null])
  expect([schedule.take(30), schedule.take(30)]).toEqual(['young', 'middling'])
  expect(schedule.firstAt()).toBe(10)
})

it('[JOB20] every fourth pick is the one that is due longest, however old its job', () => {
  const schedule = createPollSchedule()
  schedule.set('old', 'old', 0)
  schedule.set('older', 'old', 1)
  for (let index = 0; index < 10; index += 1) schedule.set(`young ${index}`, 'young', 10 + index)
  const taken = Array.from({ length: 9 }, () => schedule.take(100))
  expect(taken).toEqual([
    'young 0',
    'young 1',
    'young 2',
    'old',
    'young 3',
    'young 4',
    'young 5',
    'older',
    'young 6',
  ])
})

it('[JOB19] a job is scheduled once, with its last time and urgency, until it is taken or removed', () => {
  const schedule = createPollSchedule()
  schedule.set('a', 'young', 10)
  schedule.set('a', 'old', 50)
  schedule.set('b', 'young', 60)
  expect([schedule.firstAt(), schedule.take(49)]).toEqual([50, null])
  schedule.delete('b')
  expect([schedule.take(100), schedule.take(100), schedule.firstAt()]).toEqual(['a', null, null])
})
