import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useWords } from '../words/words-context.tsx'

interface ScreenGuardProps {
  readonly children: ReactNode
}

/** An error boundary for one screen. */
export class ScreenGuard extends Component<ScreenGuardProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const { shell } = useWords()
  return (
    <EmptyState
      title={shell.crashed.title}
      body={shell.crashed.body}
      action={<Button onClick={() => location.reload()}>{shell.crashed.action}</Button>}
    />
  )
}
