/** Prints the output of one task as it comes; what others print meanwhile follows in the order in which they began. */
export interface PrintTurns {
  begin(): { readonly print: (text: string) => void; readonly end: () => void }
}

interface Task {
  held: string
  hasEnded: boolean
}

export function createPrintTurns(write: (text: string) => void): PrintTurns {
  const tasks: Task[] = []

  function release(task: Task): void {
    if (task.held !== '') write(task.held)
    task.held = ''
  }

  return {
    begin() {
      const task = { held: '', hasEnded: false }
      tasks.push(task)
      return {
        print(text) {
          task.held += text
          if (tasks[0] === task) release(task)
        },
        end() {
          task.hasEnded = true
          for (let first = tasks[0]; first; first = tasks[0]) {
            release(first)
            if (!first.hasEnded) break
            tasks.shift()
          }
        },
      }
    },
  }
}
