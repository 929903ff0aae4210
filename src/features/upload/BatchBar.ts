import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'

/** Progress bar of a whole batch, higher than those of its files. */
export const BatchBar = styled(LinearProgress)({ height: 8, borderRadius: 4 })
