"""Networks: fat trees and the links of their stages."""
