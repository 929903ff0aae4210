import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'

/** How far a whole upload is: higher than the bars of its files. */
export const BatchBar = styled(LinearProgress)({ height: 8, borderRadius: 4 })
